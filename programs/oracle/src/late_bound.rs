//! The bound for late roots, which remembers those before it.
//!
//! A root is late by the strictest bound that was in force at any time since its slot ended. Otherwise whoever may
//! change the bound could raise it, fill a slot of the past, and lower it again, in one transaction and without a
//! trace. The exact rule needs every bound of a week; this one needs a single number more, and is never laxer. The
//! twin in TypeScript is `lateBound.ts`; `tests/vectors/late-bound.json` holds both equal.

/// A bound and its memory. Bounds are in seconds after the end of a slot; 0 = none, which counts as infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateBound {
    /// The bound for slots that ended after `changed`.
    pub late_after: u32,
    /// For all other slots this bound or `late_after` is in force, whichever is stricter.
    pub before: u32,
    /// When `late_after` was set, s; 0 = never.
    pub changed: i64,
}

impl LateBound {
    /// The bound once it has been changed to `next` at a time, s. The same value again is no change.
    #[must_use]
    pub fn change(self, next: u32, at: i64) -> Self {
        let Self { late_after, before, changed } = self;
        if next == late_after {
            return self;
        }
        // Once it has been in force for longer than itself, the slots for which older bounds count are late by it too.
        let before =
            if at.saturating_sub(changed) > seconds(late_after) { late_after } else { stricter(before, late_after) };
        Self { late_after: next, before, changed: at }
    }

    /// Whether at `now` the publisher alone is too late for the root of a slot that ended at `end`, both in s.
    #[must_use]
    #[inline]
    pub fn is_late(self, end: i64, now: i64) -> bool {
        let Self { late_after, before, changed } = self;
        let bound = if end > changed { late_after } else { stricter(late_after, before) };
        now.saturating_sub(end) > seconds(bound)
    }
}

fn seconds(bound: u32) -> i64 {
    if bound == 0 {
        i64::MAX
    } else {
        bound.into()
    }
}

fn stricter(a: u32, b: u32) -> u32 {
    if seconds(b) < seconds(a) {
        b
    } else {
        a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: LateBound = LateBound { late_after: 0, before: 0, changed: 0 };

    /// Numbers that look random, the same for a seed.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }
    }

    /// The strictest bound in force at any time from `end` on, of changes in order of time.
    fn exact(changes: &[(i64, u32)], end: i64) -> u32 {
        let mut bound = 0;
        let mut strictest = 0;
        for &(at, next) in changes {
            // It was in force until this second, whatever else happened in it.
            if at >= end {
                strictest = stricter(strictest, bound);
            }
            bound = next;
        }
        stricter(strictest, bound)
    }

    fn after(changes: &[(i64, u32)]) -> LateBound {
        changes.iter().fold(NONE, |bound, &(at, next)| bound.change(next, at))
    }

    #[test]
    fn never_laxer_than_the_strictest_bound_since_the_end_of_the_slot() {
        for seed in 0..40_000 {
            let mut numbers = Numbers(seed);
            // Few times and bounds, so that many coincide. Later ones are never 0, as in the program.
            let (span, most) = (1 + numbers.below(12), 1 + numbers.below(9));
            let mut at = 1 + numbers.below(3) as i64;
            let changes: Vec<_> = (0..1 + numbers.below(8))
                .map(|_| {
                    // Often two, three or four changes at one time.
                    at += if numbers.below(2) == 0 { 0 } else { numbers.below(span) as i64 };
                    (at, 1 + numbers.below(most) as u32)
                })
                .collect();
            let bound = after(&changes);
            for end in -2..=at + 3 {
                let exact = exact(&changes, end);
                for now in at.max(end)..=at.max(end) + 12 {
                    let (is_late, is_exact) = (bound.is_late(end, now), now - end > seconds(exact));
                    assert!(is_late || !is_exact, "seed {seed}: {changes:?}, end {end}, now {now}: {bound:?}");
                    // A slot that ended after the last change knows one bound only.
                    assert!(end <= at || is_late == is_exact, "seed {seed}: {changes:?}, end {end}, now {now}");
                }
            }
        }
    }

    #[test]
    fn the_first_bound_is_exact_and_so_is_a_change_after_it_has_been_in_force() {
        let first = NONE.change(600, 1_000);
        assert_eq!(first, LateBound { late_after: 600, before: 0, changed: 1_000 });
        assert!(!first.is_late(400, 1_000) && first.is_late(399, 1_000));
        assert_eq!(first.change(900, 1_600), LateBound { late_after: 900, before: 600, changed: 1_600 });
        // A strict bound is forgotten once no slot depends on it.
        let second = LateBound { late_after: 900, before: 600, changed: 1_600 };
        assert_eq!(second.change(700, 2_500).before, 600);
        assert_eq!(second.change(700, 2_501).before, 900);
        assert_eq!(second.change(900, 9_999), second);
        assert!(!NONE.is_late(0, i64::MAX));
    }

    #[test]
    fn decides_as_the_vectors() {
        let vectors: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../tests/vectors/late-bound.json")).unwrap();
        assert!(vectors.len() > 50);
        let integer = |value: &serde_json::Value| value.as_i64().unwrap();
        for vector in vectors {
            let changes = vector["changes"].as_array().unwrap();
            let changes: Vec<_> = changes.iter().map(|one| (integer(&one[0]), integer(&one[1]) as u32)).collect();
            let bound = after(&changes);
            let [late_after, before, changed] = ["lateAfter", "before", "changed"].map(|name| integer(&vector[name]));
            assert_eq!(bound, LateBound { late_after: late_after as u32, before: before as u32, changed }, "{vector}");
            for judged in vector["judged"].as_array().unwrap() {
                let is_late = bound.is_late(integer(&judged[0]), integer(&judged[1]));
                assert_eq!(is_late, judged[2].as_bool().unwrap(), "{judged} of {vector}");
            }
        }
    }
}
