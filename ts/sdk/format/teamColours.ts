import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Luminance that gives a contrast of at least 3 to the backgrounds of light and dark pages, which WCAG requires of
 * graphics.
 */
const LUMINANCE = 0.2;
const SATURATION = 0.62;
/** The minimum difference of two teams' hues, in degrees. */
const APART = 70;

/**
 * Colours of two teams that play each other, derived from their names, as `#rrggbb`. A team has the same colour in
 * every match, unless both teams would look alike; the second team then gets another colour. Both differ visibly from
 * white and from almost black grounds (a contrast of at least 3), so they suit lines and marks, not small text.
 *
 * @example
 * ```ts
 * import { teamColours } from '@linesman/sdk/format';
 *
 * const [home, away] = teamColours(['Thornwater Carters', 'Marrowgate Tanners']);
 * ```
 */
export function teamColours([one, other]: readonly [one: string, other: string]): readonly [string, string] {
  const [first, second] = [hueOf(one), hueOf(other)];
  const apart = Math.abs(((second - first + 540) % 360) - 180);
  return [colourOf(first), colourOf(apart < APART ? (first + 180) % 360 : second)];
}

/** FNV-1a: every letter counts, and names that begin alike differ. */
function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of utf8ToBytes(name.normalize('NFC'))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // Only the high bits are well mixed.
  return ((hash >>> 8) / 2 ** 24) * 360;
}

/** The colour of a hue that has the luminance, found by halving. */
function colourOf(hue: number): string {
  let [low, high] = [0, 1];
  for (let i = 0; i < 16; i++) {
    const middle = (low + high) / 2;
    if (luminanceOf(channelsOf(hue, middle)) < LUMINANCE) low = middle;
    else high = middle;
  }
  return `#${channelsOf(hue, low)
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Red, green and blue of a hue, 0 to 1. */
function channelsOf(hue: number, lightness: number): number[] {
  const reach = SATURATION * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((shift) => {
    const at = (shift + hue / 30) % 12;
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  });
}

/** Relative luminance as defined in WCAG. */
const luminanceOf = (channels: readonly number[]): number =>
  channels
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, i) => sum + value * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
