import encodeQR from 'qr';

/** The dark squares of a QR code as the path of a drawing, and the length of its side. */
function toQrPath(text: string): { readonly path: string; readonly side: number } {
  const rows = encodeQR(text, 'raw');
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), side: rows.length };
}

/** Always dark on light: many cameras do not read it the other way round. */
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
