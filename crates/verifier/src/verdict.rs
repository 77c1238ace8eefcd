//! The answer to a valid question.

/// Whether a claim about proven facts holds. A false claim is a valid answer, not an error, so callers must look at the
/// verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a verified proof of a false claim is no success: look at the verdict"]
pub enum Verdict {
    /// The claim holds.
    True,
    /// The claim does not hold.
    False,
}

impl Verdict {
    /// Whether the claim holds.
    #[must_use]
    pub const fn is_true(self) -> bool {
        matches!(self, Self::True)
    }
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds {
            Self::True
        } else {
            Self::False
        }
    }
}
