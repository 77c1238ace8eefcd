use anchor_lang::prelude::borsh::io::{self, Read};
use anchor_lang::prelude::*;
use linesman_verifier::{Error as Refusal, ScoresProof};
use linesman_wire::{CompactProof, StatLeaf, StatValidationInput, StatValidationInputV3, StatValidationInputV4};

use super::refused;

/// A proof with paths, its leaves read where they lie.
pub type PathProof<'a> = ScoresProof<'a, &'a [StatLeaf]>;

/// A score proof in any form of the oracle's interface. New forms are appended.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug)]
pub enum ScoreProof {
    /// Every stat has its own path.
    V2(StatValidationInput),
    /// All present stats share one multiproof.
    V3(StatValidationInputV3),
    /// The same bytes as V3, signed in the Ed25519 instruction directly before. A market without a signer ignores the
    /// signature and treats the proof like V3.
    V4(StatValidationInputV4),
    /// Omits whatever the market knows or the program computes; includes the witness, if one is needed.
    Compact(CompactProof),
}

impl ScoreProof {
    /// The proof as the verifier's type, its leaves read where they lie. The compact form needs the market's terms (see
    /// [`verify_compact`](super::verify_compact)), so it returns 6103 here.
    #[inline(always)]
    pub fn view(&self) -> Result<PathProof<'_>> {
        match self {
            Self::V2(input) => input.in_place(),
            Self::V3(input) => input.in_place(),
            Self::V4(input) => input.in_place(),
            Self::Compact(_) => Err(Refusal::InvalidCompactForm),
        }
        .map_err(refused)
    }
}

/// A score proof for a result, in any form of [`ScoreProof`]. A result has no terms, so the compact form comes with its
/// stat keys.
#[derive(AnchorSerialize, Clone, Debug)]
pub enum ResultProof {
    /// Every stat has its own path.
    V2(StatValidationInput),
    /// All present stats share one multiproof.
    V3(StatValidationInputV3),
    /// Treated like V3: the signature is not read.
    V4(StatValidationInputV4),
    /// Omits whatever the program computes; includes the witness, if one is needed.
    Compact {
        /// 1 to 5 distinct keys, in the order of the values.
        stat_keys: Vec<u32>,
        /// The proof of these keys and the result's fixture.
        proof: CompactProof,
    },
}

impl AnchorDeserialize for ResultProof {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Self> {
        let reader = &mut OwnReader(reader);
        Ok(match u8::deserialize_reader(reader)? {
            0 => Self::V2(StatValidationInput::deserialize_reader(reader)?),
            1 => Self::V3(StatValidationInputV3::deserialize_reader(reader)?),
            2 => Self::V4(StatValidationInputV4::deserialize_reader(reader)?),
            3 => Self::Compact {
                stat_keys: Vec::deserialize_reader(reader)?,
                proof: CompactProof::deserialize_reader(reader)?,
            },
            _ => return Err(io::ErrorKind::InvalidData.into()),
        })
    }
}

/// Reads what the other reader reads. As a type of its own it gives `ResultProof` decoders of its own: one that
/// `ScoreProof` called too would no longer be inlined there, and a copied proof costs `settle` up to 100 units.
struct OwnReader<'r, R>(&'r mut R);

impl<R: Read> Read for OwnReader<'_, R> {
    #[inline(always)]
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }

    #[inline(always)]
    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.0.read_exact(bytes)
    }
}

impl ResultProof {
    /// The proof as the verifier's type, its leaves read where they lie. The compact form has another type, so it
    /// returns 6103 here.
    pub fn view(&self) -> Result<PathProof<'_>> {
        match self {
            Self::V2(input) => input.in_place(),
            Self::V3(input) => input.in_place(),
            Self::V4(input) => input.in_place(),
            Self::Compact { .. } => Err(Refusal::InvalidCompactForm),
        }
        .map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compact() -> CompactProof {
        CompactProof {
            update_count: 1,
            min_timestamp: 2,
            max_timestamp: 3,
            update_index: 0,
            fixture_siblings: vec![[1; 32]],
            main_index: 1,
            main_siblings: vec![[2; 32]],
            period: 100,
            values: vec![4, 5],
            absent: 0,
            zero_map: None,
            witness: None,
            leaf_indices: vec![2, 3],
            hashes: vec![[3; 32]],
            event_stat_root: None,
        }
    }

    #[test]
    fn every_form_is_decoded_as_it_is_encoded() {
        let proof = ResultProof::Compact { stat_keys: vec![7, 1], proof: compact() };
        let mut bytes = Vec::new();
        proof.serialize(&mut bytes).unwrap();
        // The tag and the keys, then the bytes of the compact form.
        let mut expected = vec![3, 2, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0];
        compact().serialize(&mut expected).unwrap();
        assert_eq!(bytes, expected);
        match ResultProof::try_from_slice(&bytes).unwrap() {
            ResultProof::Compact { stat_keys, proof } => assert_eq!((stat_keys, proof), (vec![7, 1], compact())),
            other => panic!("{other:?}"),
        }
        for end in 0..bytes.len() {
            assert!(ResultProof::try_from_slice(&bytes[..end]).is_err(), "{end}");
        }
        assert!(ResultProof::try_from_slice(&[&bytes[..], &[0]].concat()).is_err());
        for tag in 4..=u8::MAX {
            bytes[0] = tag;
            assert!(ResultProof::try_from_slice(&bytes).is_err());
        }
    }
}
