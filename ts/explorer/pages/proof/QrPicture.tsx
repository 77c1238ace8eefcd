import { useMemo } from 'preact/hooks';
import { qrCode } from '../../shared/qrCode.js';

/** Width of the light border that readers need around the symbol, in modules. */
const QUIET = 4;

/** A link as a QR code; dark on light in either theme, because many readers want that. */
export function QrPicture({ text }: { readonly text: string }) {
  const rows = useMemo(() => qrCode(new TextEncoder().encode(text)), [text]);
  if (!rows) return <p class="quiet">This proof is too large for a QR code; its link works.</p>;
  const size = rows.length + 2 * QUIET;
  const dark = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the link"
      shape-rendering="crispEdges"
    >
      <rect class="light" width={size} height={size} />
      <path class="dark" d={dark} />
    </svg>
  );
}
