export interface DrawingProps {
  readonly className?: string | undefined;
}

/** Cards, a sticker and a stamp, all with the same small bird. */
export function BrandingDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 260 220" className={className} aria-hidden="true" focusable="false">
      <rect
        x="18"
        y="92"
        width="150"
        height="92"
        rx="12"
        fill="var(--teal)"
        transform="rotate(-9 93 138)"
      />
      <rect
        x="52"
        y="104"
        width="150"
        height="92"
        rx="12"
        fill="var(--card)"
        transform="rotate(5 127 150)"
      />
      <path
        d="M112 156h64M112 170h42"
        stroke="var(--stitch)"
        strokeWidth="6"
        strokeLinecap="round"
        transform="rotate(5 127 150)"
      />
      <path
        d="M66 150c0-12 9-20 20-20 7 0 11 4 13 8l9 2-8 6c0 14-8 20-18 20-9 0-16-7-16-16Z"
        fill="var(--raspberry)"
        transform="rotate(5 127 150)"
      />
      <circle cx="190" cy="66" r="54" fill="var(--card)" />
      <circle
        cx="190"
        cy="66"
        r="47"
        fill="var(--sunshine)"
        stroke="var(--ink)"
        strokeWidth="2.5"
        strokeDasharray="7 6"
      />
      <path
        d="M158 70c0-18 13-30 30-30 10 0 17 6 20 12l14 3-12 9c0 21-12 30-27 30-14 0-25-10-25-24Z"
        fill="var(--raspberry)"
      />
      <path d="M172 74c10-8 20-4 24 4-8 6-18 6-24-4Z" fill="var(--blush)" />
      <path d="M196 54h.1" stroke="var(--ink)" strokeWidth="7" strokeLinecap="round" />
    </svg>
  );
}

/** A bolt of cloth that unrolls its repeating pattern. */
export function SeamlessDrawing({ className }: DrawingProps) {
  return (
    <svg viewBox="0 0 260 220" className={className} aria-hidden="true" focusable="false">
      <defs>
        <pattern id="bolt" width="44" height="44" patternUnits="userSpaceOnUse">
          <path d="M0 0h44v44H0Z" fill="var(--paper)" />
          <path d="M12 26a9 9 0 0 1 18 0Z" fill="var(--raspberry)" />
          <path d="M18 26h6v8h-6Z" fill="var(--stitch)" />
          <path d="M17 21h.1M24 20h.1" stroke="var(--card)" strokeWidth="4" strokeLinecap="round" />
          <path d="M38 10h.1M4 6h.1" stroke="var(--teal)" strokeWidth="7" strokeLinecap="round" />
        </pattern>
      </defs>
      <path d="M40 66h180v120a14 14 0 0 1-14 14H40Z" fill="url(#bolt)" />
      <path
        d="M46 186h154"
        stroke="var(--ink)"
        strokeWidth="2.5"
        strokeDasharray="7 6"
        opacity="0.5"
      />
      <rect x="22" y="26" width="216" height="56" rx="28" fill="url(#bolt)" />
      <rect x="22" y="26" width="216" height="56" rx="28" fill="var(--ink)" opacity="0.08" />
      <ellipse cx="40" cy="54" rx="18" ry="28" fill="var(--sunshine)" />
      <ellipse cx="40" cy="54" rx="8" ry="13" fill="var(--ink)" />
    </svg>
  );
}
