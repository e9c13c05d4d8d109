/** The studio's door under a moon, with a letter box and two potted plants. */
export function SignInScene({ className }: { readonly className?: string | undefined }) {
  return (
    <svg viewBox="0 0 420 470" className={className} aria-hidden="true" focusable="false">
      <path d="M30 452V190C30 84 108 20 210 20s180 64 180 170v262Z" fill="var(--lilac)" />
      <path d="M312 66a42 42 0 1 0 38 66 38 38 0 0 1-38-66Z" fill="var(--sunshine)" />
      <path
        d="M92 96h.1M140 62h.1M230 52h.1M70 170h.1M362 190h.1"
        stroke="var(--card)"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path d="M110 452V214a100 100 0 0 1 200 0v238Z" fill="var(--card)" />
      <path d="M126 452V216a84 84 0 0 1 168 0v236Z" fill="var(--raspberry)" />
      <path
        d="M142 436V218a68 68 0 0 1 136 0v218Z"
        fill="none"
        stroke="var(--blush)"
        strokeWidth="3"
        strokeDasharray="9 8"
      />
      <circle cx="210" cy="222" r="38" fill="var(--sky)" />
      <g transform="translate(210 222)">
        {['var(--card)', 'var(--sunshine)', 'var(--teal)', 'var(--blush)'].map((fill, index) => (
          <path
            key={fill}
            d="M0 0-25-25H0a12.5 12.5 0 0 1 0 25Z"
            fill={fill}
            transform={`rotate(${index * 90})`}
          />
        ))}
        <circle r="5" fill="var(--ink)" />
      </g>
      <rect x="166" y="300" width="88" height="24" rx="8" fill="var(--sunshine)" />
      <path d="M178 312h64" stroke="var(--ink)" strokeWidth="4" strokeLinecap="round" />
      <path d="M266 352h.1" stroke="var(--sunshine)" strokeWidth="18" strokeLinecap="round" />
      <g>
        <path d="M30 452l8-52h56l8 52Z" fill="#e8793a" />
        <path
          d="M66 400c-34-10-44-44-36-72 26 8 40 34 36 72Zm0 0c-6-40 8-66 34-76 8 30-2 62-34 76Z"
          fill="var(--teal)"
        />
      </g>
      <g>
        <path d="M318 452l8-52h56l8 52Z" fill="#e8793a" />
        <path
          d="M354 400c-4-26-4-50 0-78"
          stroke="var(--teal)"
          strokeWidth="8"
          strokeLinecap="round"
          fill="none"
        />
        <path d="M354 330h.1" stroke="var(--blush)" strokeWidth="52" strokeLinecap="round" />
        <path d="M354 330h.1" stroke="var(--sunshine)" strokeWidth="22" strokeLinecap="round" />
      </g>
      <path d="M8 452h404" stroke="var(--teal)" strokeWidth="14" strokeLinecap="round" />
    </svg>
  );
}
