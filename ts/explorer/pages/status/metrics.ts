/** A number of a service's metrics, with its labels. */
interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

/** Reads the text format of Prometheus; lines of any other form are left out. */
export function samplesOf(text: string): Sample[] {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/.exec(line) ?? [];
    if (name !== undefined && Number.isFinite(Number(value))) samples.push({ name, labels, value: Number(value) });
  }
  return samples;
}

/** The sum of all samples of a name; null if there are none. */
export function sumOf(samples: readonly Sample[], name: string): number | null {
  const found = samples.filter((one) => one.name === name);
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
}
