//! The extensions of Token-2022 accounts, by name.

/// Names by Token-2022's extension number. Newer extensions are refused by number.
const NAMES: [&str; 29] = [
    "Uninitialized",
    "TransferFeeConfig",
    "TransferFeeAmount",
    "MintCloseAuthority",
    "ConfidentialTransferMint",
    "ConfidentialTransferAccount",
    "DefaultAccountState",
    "ImmutableOwner",
    "MemoTransfer",
    "NonTransferable",
    "InterestBearingConfig",
    "CpiGuard",
    "PermanentDelegate",
    "NonTransferableAccount",
    "TransferHook",
    "TransferHookAccount",
    "ConfidentialTransferFeeConfig",
    "ConfidentialTransferFeeAmount",
    "MetadataPointer",
    "TokenMetadata",
    "GroupPointer",
    "TokenGroup",
    "GroupMemberPointer",
    "TokenGroupMember",
    "ConfidentialMintBurn",
    "ScaledUiAmount",
    "Pausable",
    "PausableAccount",
    "PermissionedBurn",
];

pub const IMMUTABLE_OWNER: u16 = 7;
pub const METADATA_POINTER: u16 = 18;
pub const TOKEN_METADATA: u16 = 19;
pub const GROUP_POINTER: u16 = 20;
pub const TOKEN_GROUP: u16 = 21;
pub const GROUP_MEMBER_POINTER: u16 = 22;
pub const TOKEN_GROUP_MEMBER: u16 = 23;

/// The name of an extension, or `unknown`.
pub fn name(extension: u16) -> &'static str {
    NAMES.get(usize::from(extension)).copied().unwrap_or("unknown")
}

/// The first extension that is not in `allowed`; `Err` if the entries run past the end.
///
/// Parses the entries itself, because the library gives no number for an unknown extension. Stops where Token-2022
/// does: at type 0, or if no further type and length fit.
pub fn first_refused(entries: &[u8], allowed: &[u16]) -> core::result::Result<Option<u16>, Malformed> {
    let mut rest = entries;
    while let [type_low, type_high, length_low, length_high, content @ ..] = rest {
        let extension = u16::from_le_bytes([*type_low, *type_high]);
        if extension == 0 {
            break;
        }
        if !allowed.contains(&extension) {
            return Ok(Some(extension));
        }
        let length = usize::from(u16::from_le_bytes([*length_low, *length_high]));
        rest = content.get(length..).ok_or(Malformed)?;
    }
    Ok(None)
}

/// An entry's length runs past the end of the account.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed;

#[cfg(test)]
mod tests {
    use super::*;
    use anchor_spl::token_2022::spl_token_2022::extension::ExtensionType;

    fn entry(extension: u16, length: usize) -> Vec<u8> {
        let mut bytes = extension.to_le_bytes().to_vec();
        bytes.extend_from_slice(&(length as u16).to_le_bytes());
        bytes.resize(4 + length, 0xaa);
        bytes
    }

    #[test]
    fn names_are_those_of_the_token_program() {
        let mut known = 0;
        for number in 1..NAMES.len() as u16 {
            if let Ok(extension) = ExtensionType::try_from(number) {
                assert_eq!(format!("{extension:?}"), name(number));
                known += 1;
            }
        }
        assert!(known >= 27, "only {known} extensions compared");
        assert_eq!(name(4_000), "unknown");
        for (number, extension) in [
            (IMMUTABLE_OWNER, ExtensionType::ImmutableOwner),
            (METADATA_POINTER, ExtensionType::MetadataPointer),
            (TOKEN_METADATA, ExtensionType::TokenMetadata),
            (GROUP_POINTER, ExtensionType::GroupPointer),
            (TOKEN_GROUP, ExtensionType::TokenGroup),
            (GROUP_MEMBER_POINTER, ExtensionType::GroupMemberPointer),
            (TOKEN_GROUP_MEMBER, ExtensionType::TokenGroupMember),
        ] {
            assert_eq!(u16::from(extension), number);
        }
    }

    #[test]
    fn finds_the_first_that_is_not_allowed() {
        let entries = [entry(18, 64), entry(19, 5), entry(1, 108), entry(14, 64)].concat();
        assert_eq!(first_refused(&entries, &[18, 19]), Ok(Some(1)));
        assert_eq!(first_refused(&entries, &[18, 19, 1, 14]), Ok(None));
        assert_eq!(first_refused(&[], &[]), Ok(None));
    }

    #[test]
    fn ends_where_the_token_program_ends() {
        // Zeros after the last entry are free space; one to three bytes are too short for an entry.
        assert_eq!(first_refused(&[entry(18, 64), vec![0; 40]].concat(), &[18]), Ok(None));
        assert_eq!(first_refused(&[entry(18, 64), vec![1, 0, 0]].concat(), &[18]), Ok(None));
    }

    #[test]
    fn an_entry_past_the_end_is_malformed() {
        let mut entries = entry(18, 64);
        entries.pop();
        assert_eq!(first_refused(&entries, &[18]), Err(Malformed));
    }
}
