/** Plotline's logo, as on the sign-in pages. Has the colour of the text around it. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinejoin="round"
      aria-hidden
    >
      {/* The plot that is taken, in gold. */}
      <path d="M4 18l11-5v9L4 27.5z" fill="var(--gold)" stroke="none" />
      <path d="M4 9.5 15 4l13 5.5v18L15 22 4 27.5z" />
      <path d="M15 4v18M4 18l11-5 13 5.5" />
    </svg>
  );
}
