#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace words {
namespace detail {
template <class Key, class Value> struct Store {
	std::map<Key, Value> map;
	Value &at(Key key)
	{
		auto i = map.find(key);
		if (i == map.end())
			i = map.emplace(key, Value()).first;
		return i->second;
	}
};
} // namespace detail

struct Base {
	virtual ~Base() {}
	virtual int value(int) const = 0;
};
struct Variable : Base {
	int value(int x) const override { return x; }
};
struct Sum : Base {
	std::shared_ptr<Base> a, b;
	int value(int x) const override { return a->value(x) + b->value(x); }
};
} // namespace words

static int count(const std::string &text)
{
	words::detail::Store<std::string, std::vector<int>> store;
	std::istringstream in(text);
	std::string word;
	int n = 0;
	while (in >> word)
		store.at(word).push_back(n++);
	for (auto &entry : store.map)
		n += std::accumulate(entry.second.begin(), entry.second.end(), 0);
	std::unordered_map<int, std::set<std::string>> sets;
	for (int i = 0; i < n; i++)
		sets[i % 7].insert(word + std::to_string(i));
	auto sum = std::make_shared<words::Sum>();
	sum->a = std::make_shared<words::Variable>();
	sum->b = sum->a;
	return sum->value(n) + (int)sets.size();
}

int count_words(int times)
{
	std::ostringstream out;
	for (int i = 0; i < times; i++)
		out << i << ' ' << "x" << i;
	return count(out.str());
}
