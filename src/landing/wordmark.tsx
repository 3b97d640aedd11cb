import { BANK, VALE } from '../ui/brand-outlines.ts';

/** Coloured by the stylesheet, to follow the theme without a script. */
export function Wordmark() {
  return (
    <svg className="wordmark" viewBox="0 0 229 64" width="143" height="40" role="img" aria-label="ValeBank">
      <g className="wordmark-valleys" fill="none" strokeWidth="6" strokeLinecap="round">
        <path d="M7 13C13 40 21 53 32 53S51 40 57 13" />
        <path d="M19 13C22.5 29 26.5 38 32 38S41.5 29 45 13" />
      </g>
      <circle className="wordmark-sun" cx="32" cy="17" r="6" />
      <path className="wordmark-vale" d={VALE} />
      <path className="wordmark-bank" d={BANK} />
    </svg>
  );
}
