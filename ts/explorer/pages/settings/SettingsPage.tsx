import { isAddress } from '@linesman/sdk/program';
import { useState } from 'preact/hooks';
import {
  addressesIn,
  changeSettings,
  givenSettings,
  nodeAddress,
  type Settings,
  serviceAddress,
  trustedAttesters,
  useSettings,
} from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';

const FIELDS = ['service', 'rpc', 'oracle', 'settlement', 'attesters', 'upgradeAuthorities', 'apiToken'] as const;
type Name = (typeof FIELDS)[number];

/** The rule of the client for tokens, because anything else cannot be sent in a header. */
const TOKEN = /^[\w.~+/=-]{1,8192}$/;

const FAULTS: Readonly<Record<Name, (text: string) => string | undefined>> = {
  service: (text) =>
    text === '' || serviceAddress(text) ? undefined : 'Not an http or https address without a query.',
  rpc: (text) => (text === '' || nodeAddress(text) ? undefined : 'Not an http or https address.'),
  oracle: (text) => (isAddress(text) ? undefined : 'Not an address.'),
  settlement: (text) => (isAddress(text) ? undefined : 'Not an address.'),
  attesters: (text) =>
    trustedAttesters(text) ? undefined : 'Each is the address of a set, a colon, and a number from 1 to 16.',
  upgradeAuthorities: (text) => (addressesIn(text) ? undefined : 'Not addresses.'),
  apiToken: (text) => (text === '' || TOKEN.test(text) ? undefined : 'A token has no spaces or special characters.'),
};

interface SettingField {
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
}

const SERVICE_FIELDS: readonly SettingField[] = [
  { name: 'service', label: 'Service', hint: 'Answers with records and proofs. It is not trusted.' },
  {
    name: 'rpc',
    label: 'RPC node of the chain',
    hint: 'Reports the published roots, and is trusted for that. For real money, use your own node.',
  },
  {
    name: 'apiToken',
    label: 'API token',
    hint: 'From your subscription. The page sends it only to this service, and forgets it when you enter another one.',
  },
];

const PROGRAM_FIELDS: readonly SettingField[] = [
  { name: 'oracle', label: 'Oracle program', hint: 'The page compares proofs with its roots.' },
  { name: 'settlement', label: 'Settlement program', hint: 'The page shows its markets.' },
  {
    name: 'attesters',
    label: 'Trusted attesters',
    hint: 'Attester sets that you trust, as SET:LEAST: the set, and how many of its keys must confirm a root. Separate several with commas.',
  },
  {
    name: 'upgradeAuthorities',
    label: 'Trusted upgrade authorities',
    hint: 'Addresses that may replace the two programs while you have a stake. Separate several with commas.',
  },
];

export default function SettingsPage() {
  const current = useSettings();
  const [texts, setTexts] = useState(() => textsOf(current));
  const [isTokenKept, keepToken] = useState(current.isTokenKept);
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({});
  const [said, say] = useState('');

  const field = ({ name, label, hint }: SettingField) => (
    <Field key={name} name={name} label={label} hint={hint} fault={faults[name]}>
      {(bound) => (
        <input
          {...bound}
          {...(name === 'apiToken' ? { type: 'password' } : { type: 'text', inputMode: 'url' })}
          value={texts[name]}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={faults[name] !== undefined}
          onInput={({ currentTarget }) => {
            say('');
            setTexts({ ...texts, [name]: currentTarget.value.trim() });
          }}
        />
      )}
    </Field>
  );

  const save = (event: Event): void => {
    event.preventDefault();
    const found = FIELDS.flatMap((name) => {
      const fault = FAULTS[name](texts[name]);
      return fault === undefined ? [] : [[name, fault] as const];
    });
    setFaults(Object.fromEntries(found));
    const { oracle, settlement } = texts;
    if (found.length > 0 || !isAddress(oracle) || !isAddress(settlement)) return;
    const isTaken = changeSettings({
      service: texts.service === '' ? null : serviceAddress(texts.service),
      rpc: texts.rpc === '' ? null : nodeAddress(texts.rpc),
      oracle,
      settlement,
      attesters: texts.attesters,
      upgradeAuthorities: texts.upgradeAuthorities,
      apiToken: texts.apiToken === '' ? null : texts.apiToken,
      isTokenKept,
    });
    say(
      isTaken
        ? 'Saved'
        : 'Not saved: for another address, the page must reload, but this browser cannot store the settings.',
    );
  };

  return (
    <div class="page narrow">
      <h1>Settings</h1>
      <p class="lead">
        Where this page gets its data. The page forgets the settings when you close this tab, and the token when you
        leave the page, unless you keep it.
      </p>
      <form class="card" onSubmit={save} noValidate>
        {SERVICE_FIELDS.map(field)}
        <label class="check">
          <input
            type="checkbox"
            checked={isTokenKept}
            onChange={({ currentTarget }) => keepToken(currentTarget.checked)}
          />
          Keep the token until I close this tab
        </label>
        {PROGRAM_FIELDS.map(field)}
        <p class="actions">
          <button type="submit">Save</button>
          <button
            type="button"
            class="plain"
            onClick={() => {
              setTexts(textsOf(givenSettings()));
              setFaults({});
            }}
          >
            Reset
          </button>
          <span role="status">{said}</span>
        </p>
      </form>
    </div>
  );
}

const textsOf = ({
  service,
  rpc,
  oracle,
  settlement,
  attesters,
  upgradeAuthorities,
  apiToken,
}: Settings): Readonly<Record<Name, string>> => ({
  service: service ?? '',
  rpc: rpc ?? '',
  oracle,
  settlement,
  attesters,
  upgradeAuthorities,
  apiToken: apiToken ?? '',
});
