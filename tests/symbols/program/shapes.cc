#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace {
struct Point {
	int x;
	bool operator<(const Point &other) const { return x * 3 < other.x * 2; }
};

template <class T> inline T multiply(T a, T b)
{
	T result = 0;
	for (T i = 0; i < b; i++)
		result += a * i;
	return result;
}
} // namespace

namespace shapes {
struct Circle {
	int radius;
	int area(int a) const { return multiply(radius, a) + 1; }
	struct Part {
		int angle(int a) { return a * a + multiply(a, 3); }
	};
};
} // namespace shapes

// The functions of a local class, and of a closure, are where they are declared.
__attribute__((noinline)) static int work(std::vector<Point> &points)
{
	struct Local {
		int factor;
		int run(int n)
		{
			int sum = 0;
			for (int i = 0; i < n; i++)
				sum += multiply(i, factor);
			return sum;
		}
		__attribute__((noinline)) int walk(int n) { return run(n) * 2; }
	};

	std::sort(points.begin(), points.end());
	shapes::Circle circle{(int)points.size()};
	shapes::Circle::Part part;
	Local local{3};
	auto closure = [&](int a) { return a * circle.area(2) + local.walk(a); };
	std::function<int(int)> function = closure;
	return circle.area(points[0].x) + part.angle(points[1].x) + local.run(circle.radius) + function(7);
}

int sum_of_shapes(int count)
{
	std::vector<Point> points;
	std::string text;

	for (int i = 0; i < count; i++)
		points.push_back({i * 7 % 13});
	for (auto &point : points)
		text += std::to_string(point.x);
	return work(points) + (int)text.size();
}
