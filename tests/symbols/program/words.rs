use std::collections::{BTreeMap, HashMap};

mod shapes {
    pub trait Area {
        fn area(&self) -> f64;
    }
    pub struct Square(pub f64);
    impl Area for Square {
        #[inline]
        fn area(&self) -> f64 {
            self.0 * self.0
        }
    }
    pub mod deep {
        #[inline(always)]
        pub fn twice<T: Copy + std::ops::Add<Output = T>>(a: T) -> T {
            a + a
        }
        pub struct List<T>(pub Vec<T>);
        impl<T: Copy + Ord> List<T> {
            #[inline]
            pub fn top(&self) -> Option<T> {
                self.0.iter().copied().max()
            }
        }
    }
}
use shapes::Area;

fn count(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_string()).or_insert(0) += shapes::deep::twice(1);
    }
    counts
}

fn main() {
    let text: String = std::env::args().collect::<Vec<_>>().join(" ");
    let counts = count(&text);
    let mut by_count: BTreeMap<usize, Vec<&String>> = BTreeMap::new();
    for (word, n) in &counts {
        by_count.entry(*n).or_default().push(word);
    }
    let mut numbers: Vec<i64> = (0..1000).map(|x| x * 7 % 13).collect();
    numbers.sort();
    numbers.dedup();
    let list = shapes::deep::List(numbers);
    println!("{:?} {:?} {}", by_count, list.top(), shapes::Square(counts.len() as f64).area());
    let thread = std::thread::spawn(move || {
        list.0.iter().filter(|x| **x % 2 == 0).map(|x| format!("{x}")).collect::<String>()
    });
    println!("{}", thread.join().unwrap());
}
