import encodeQR from 'qr';

/** Converts a QR code to an SVG path of its dark squares. The side length is the number of squares per side. */
function toQrPath(text: string): { readonly path: string; readonly side: number } {
  const rows = encodeQR(text, 'raw');
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), side: rows.length };
}

/** The code is dark on light in both colour schemes, because many cameras can't read an inverted code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, side } = toQrPath(text);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={200}
      height={200}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
