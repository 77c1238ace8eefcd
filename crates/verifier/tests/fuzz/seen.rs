use std::collections::BTreeMap;

use linesman_verifier::{Error, Verdict};

/// The answer of an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    Accepted,
    /// A valid proof of a false claim.
    False,
    /// The error's number; 0 if the entry point returns none.
    Refused(u32),
}

/// The entry points that an input reached, with their answers and counts.
#[derive(Clone, Debug, Default)]
pub struct Seen(BTreeMap<(&'static str, Answer), usize>);

impl Seen {
    pub fn note(&mut self, entrance: &'static str, answer: Answer) {
        *self.0.entry((entrance, answer)).or_default() += 1;
    }

    pub fn result<T>(&mut self, entrance: &'static str, result: &Result<T, Error>) {
        let answer = result.as_ref().map_or_else(|error| Answer::Refused(error.number()), |_| Answer::Accepted);
        self.note(entrance, answer);
    }

    pub fn verdict(&mut self, entrance: &'static str, result: &Result<Verdict, Error>) {
        match result {
            Ok(Verdict::False) => self.note(entrance, Answer::False),
            _ => self.result(entrance, result),
        }
    }

    pub fn option<T>(&mut self, entrance: &'static str, option: &Option<T>) {
        self.note(entrance, if option.is_some() { Answer::Accepted } else { Answer::Refused(0) });
    }

    pub fn add(&mut self, other: Self) {
        for (key, count) in other.0 {
            *self.0.entry(key).or_default() += count;
        }
    }

    pub fn count(&self, entrance: &'static str, answer: Answer) -> usize {
        self.0.get(&(entrance, answer)).copied().unwrap_or(0)
    }

    /// Every answer of every entry point.
    pub fn answers(&self) -> impl Iterator<Item = &(&'static str, Answer)> {
        self.0.keys()
    }

    /// The entry points that answered.
    pub fn entrances(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.0.keys().map(|(entrance, _)| *entrance).collect();
        names.dedup();
        names
    }
}
