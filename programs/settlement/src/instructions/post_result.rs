use anchor_lang::{prelude::*, system_program};
use linesman_verifier::{same_bytes, Error as Refusal, Layout, ProvenEvent, Sha256};
use linesman_wire::{create_account, mark, require, require_keys_eq, CompactProof, NewAccount, StatLeaf};

use crate::{
    error::SettlementError,
    event::{ResultContradicted, ResultPosted},
    moment::Moment,
    pool::VERSION,
    proof::{self, refused, ResultProof},
    result::{self, Effect, Post},
    seed::{self, ResultSeeds},
    state::MatchResult,
    terms::{check_fixture_id, Attesters, AttestersView, FinalityPolicy},
};

#[derive(Accounts)]
pub struct PostResult<'info> {
    /// Pays for what the account needs to be rent-exempt. Its creator gets the rent when it is closed.
    #[account(mut)]
    pub payer: Signer<'info>,
    /// CHECK: the result; owner, layout and address are checked in `post_with`, which creates or grows it.
    #[account(mut)]
    pub result: UncheckedAccount<'info>,
    /// Whose owner is the oracle of the result.
    /// CHECK: the oracle's scores roots of the day; content and address are checked with the proof.
    pub roots: UncheckedAccount<'info>,
    pub system_program: Program<'info, System>,
}

/// The subject of a result, besides the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub fixture_id: i64,
    /// Layout byte of the sport.
    pub sport: u8,
    pub finality: FinalityPolicy,
    /// Who vouches for the root behind each post.
    pub attesters: Option<Attesters>,
}

impl Subject {
    /// The attesters as the account has them.
    fn stored(&self) -> Attesters {
        self.attesters.unwrap_or(Attesters::NONE)
    }

    /// The seeds of its address with this oracle program.
    fn seeds(&self, oracle: &Pubkey) -> ResultSeeds {
        seed::of_result(oracle, self.fixture_id, self.sport, self.finality, &self.stored())
    }
}

/// Posts the facts of a proof to the result of its match. Anybody may call this.
///
/// `witness` is one more present stat of the update. It proves the period if all keys are zero, and is not entered
/// itself; compact proofs carry their own. A result with attesters needs the attestation of the proof's day as the
/// first remaining account.
pub fn post_result<'info>(
    ctx: Context<'info, PostResult<'info>>,
    subject: Subject,
    proof: ResultProof,
    witness: Option<StatLeaf>,
) -> Result<()> {
    let PostResult { payer, result, roots, .. } = ctx.accounts;
    let attestation = ctx.remaining_accounts.first();
    post_with(Accounts { payer, result, roots, attestation }, subject, &proof, witness.as_ref())
}

/// The accounts of both forms of the instruction.
pub(super) struct Accounts<'a, 'info> {
    pub payer: &'a AccountInfo<'info>,
    pub result: &'a AccountInfo<'info>,
    pub roots: &'a AccountInfo<'info>,
    pub attestation: Option<&'a AccountInfo<'info>>,
}

/// The event and the facts that a proof shows.
struct Shown {
    event: ProvenEvent,
    event_node: [u8; 32],
    period: i32,
}

/// Posts with arguments from the instruction or from a buffer.
pub(super) fn post_with(
    accounts: Accounts,
    subject: Subject,
    proof: &ResultProof,
    witness: Option<&StatLeaf>,
) -> Result<()> {
    mark("entrance");
    let layout = Layout::from_byte(subject.sport).ok_or(SettlementError::UnsupportedSport)?;
    subject.attesters.as_ref().map_or(Ok(()), Attesters::check)?;
    let shown = match proof {
        ResultProof::Compact { stat_keys, proof } => {
            // A compact proof carries its own witness, which needs no path.
            if witness.is_some() {
                return Err(refused(Refusal::InvalidCompactForm));
            }
            prove_compact(&subject, layout, stat_keys, proof, accounts.roots)?
        }
        _ => prove(&subject, layout, proof, witness, accounts.roots)?,
    };
    mark("proof");
    let facts = shown.event.facts.as_slice();
    result::check_keys(layout, subject.finality, facts)?;
    let now = Clock::get()?;
    let post = Post {
        order_key: shown.event.order_key().map_err(refused)?.get(),
        min_timestamp: shown.event.min_timestamp,
        max_timestamp: shown.event.max_timestamp,
        event_node: shown.event_node,
        period: shown.period,
        facts,
    };
    mark("rules");
    // IMPORTANT: before anything of the result is touched, so that posts without vouchers contradict and replace
    // nothing.
    if let Some(Attesters { set, least }) = &subject.attesters {
        let attesters = AttestersView { set: set.as_array(), least: *least };
        proof::check_vouchers(&attesters, accounts.roots.owner.as_array(), post.order_key, accounts.attestation)?;
    }
    let effect = accounts.enter(&subject, &post, &now)?;
    mark("result");
    if effect == Effect::Contradiction {
        emit!(ResultContradicted { result: *accounts.result.key, order_key: post.order_key });
        return Ok(());
    }
    emit!(ResultPosted {
        result: *accounts.result.key,
        fixture_id: subject.fixture_id,
        sport: subject.sport,
        finality: subject.finality,
        order_key: post.order_key,
        period: post.period,
        stat_keys: facts.iter().map(|fact| fact.key()).collect(),
    });
    mark("event");
    Ok(())
}

/// Verifies a proof with paths. Not inlined: the combined stack frame would be too large.
#[inline(never)]
fn prove(
    subject: &Subject,
    layout: Layout,
    proof: &ResultProof,
    witness: Option<&StatLeaf>,
    roots: &AccountInfo,
) -> Result<Shown> {
    let input = proof.view()?;
    require_eq!(input.summary.fixture_id, subject.fixture_id, SettlementError::WrongFixture);
    let event = proof::verify(&input, layout, roots)?;
    let witness = match witness {
        Some(leaf) => Some(event.verify_witness::<Sha256>(&leaf.view()).map_err(refused)?),
        None => None,
    };
    let period = result::period_of(layout, subject.finality, event.facts.as_slice(), witness.as_ref())?;
    let node = input.event_node::<Sha256>().ok_or_else(|| refused(Refusal::InvalidFixtureSubTreeProof))?;
    Ok(Shown { event, event_node: node, period })
}

/// Verifies a compact proof. Not inlined, as above.
#[inline(never)]
fn prove_compact(
    subject: &Subject,
    layout: Layout,
    stat_keys: &[u32],
    proof: &CompactProof,
    roots: &AccountInfo,
) -> Result<Shown> {
    let view = proof.view(subject.fixture_id, stat_keys);
    let proven = proof::verify_compact_view(&view, layout, roots)?;
    let event = proven.event;
    let period = result::period_of(layout, subject.finality, event.facts.as_slice(), proven.witness.as_ref())?;
    let node = view.event_node::<Sha256>(event.event_stat_root());
    let event_node = node.ok_or_else(|| refused(Refusal::InvalidFixtureSubTreeProof))?;
    Ok(Shown { event, event_node, period })
}

impl Accounts<'_, '_> {
    /// Enters the post into the account, which is made or grows.
    fn enter(&self, subject: &Subject, post: &Post, now: &Clock) -> Result<Effect> {
        // IMPORTANT: of the arguments, not of the account's own fields.
        let seeds = subject.seeds(self.roots.owner);
        if self.result.owner == &System::id() {
            result::check_age(post.max_timestamp, now.unix_timestamp)?;
            let mut result = self.make(subject, &seeds, post)?;
            self.write(&mut result, post, now)?;
            return Ok(Effect::Entered { new: post.facts.len() });
        }
        require_keys_eq!(*self.result.owner, crate::ID, ErrorCode::AccountOwnedByWrongProgram);
        let (mut result, effect) = {
            let data = self.result.try_borrow_data()?;
            let result = MatchResult::try_deserialize(&mut &data[..])?;
            self.check_subject(&result, &seeds)?;
            (result, post.judge(&result, MatchResult::records(&data), now.unix_timestamp)?)
        };
        match effect {
            Effect::Contradiction => {
                result.contradicted = true;
                result.write_head(&mut self.result.try_borrow_mut_data()?);
            }
            Effect::Entered { new } => {
                if new > 0 {
                    self.grow(MatchResult::space(result.count as usize + new))?;
                }
                self.write(&mut result, post, now)?;
            }
        }
        Ok(effect)
    }

    /// Checks that an existing account is the result of the subject and of the oracle that owns the roots.
    fn check_subject(&self, result: &MatchResult, seeds: &ResultSeeds) -> Result<()> {
        let address = seed::result(seeds, result.bump);
        require!(same_bytes(self.result.key.as_array(), &address), SettlementError::WrongResult);
        require_eq!(result.version, VERSION, SettlementError::UnknownVersion);
        Ok(())
    }

    /// Makes the account, at the canonical address only.
    #[inline(never)]
    fn make(&self, subject: &Subject, seeds: &ResultSeeds, post: &Post) -> Result<MatchResult> {
        let Subject { fixture_id, sport, finality, .. } = *subject;
        check_fixture_id(fixture_id)?;
        let oracle = self.roots.owner;
        // The runtime takes seeds of at most 32 bytes; where one ends makes no difference to the address.
        let (a, rest) = seeds.split_at(32);
        let (b, c) = rest.split_at(32);
        let bump = seed::bump_of_new(self.result.key, &[seed::RESULT, a, b, c]).ok_or(SettlementError::WrongResult)?;
        let space = MatchResult::space(post.facts.len());
        create_account(&NewAccount {
            account: self.result,
            payer: self.payer,
            owner: &crate::ID,
            space,
            seeds: &[seed::RESULT, a, b, c, &[bump]],
        })?;
        Ok(MatchResult {
            version: VERSION,
            bump,
            payer: *self.payer.key,
            oracle_program: *oracle,
            fixture_id,
            sport,
            finality,
            attesters: subject.stored(),
            order_key: post.order_key,
            min_timestamp: post.min_timestamp,
            max_timestamp: post.max_timestamp,
            event_node: post.event_node,
            period: post.period,
            contradicted: false,
            count: 0,
        })
    }

    /// Makes room for new facts. The payer adds what is missing to rent exemption and no more.
    #[inline(never)]
    fn grow(&self, space: usize) -> Result<()> {
        let missing = Rent::get()?.minimum_balance(space).saturating_sub(self.result.lamports());
        if missing > 0 {
            let accounts = system_program::Transfer { from: self.payer.clone(), to: self.result.clone() };
            system_program::transfer(CpiContext::new(system_program::ID, accounts), missing)?;
        }
        Ok(self.result.resize(space)?)
    }

    fn write(&self, result: &mut MatchResult, post: &Post, now: &Clock) -> Result<()> {
        let mut data = self.result.try_borrow_mut_data()?;
        post.enter(result, MatchResult::records_mut(&mut data), Moment::of(now));
        result.write_head(&mut data);
        Ok(())
    }
}
