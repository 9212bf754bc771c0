// A program with much that is inlined: across files, from libraries, and in each other.
int sum_of_shapes(int count);
int count_words(int count);

int main(int argc, char **)
{
	return sum_of_shapes(argc * 100) + count_words(argc * 10);
}
