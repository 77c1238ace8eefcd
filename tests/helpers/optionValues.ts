/** Values of options that do not take any text; nothing stands behind them. */
const VALUES: Readonly<Record<string, string>> = {
  '--day': '20643',
  '--fixture': '7',
  '--market': '11111111111111111111111111111112',
  '--sport': 'soccer',
  '--to': '11111111111111111111111111111112',
};

/** A value that an option takes, by its name with dashes. */
export const someValue = (option: string | undefined): string => VALUES[`${option}`] ?? '/nowhere';
