const LINES = [0, 60, 125, 195, 270, 350, 435, 525];

export function Contours() {
  return (
    <svg
      className="contours"
      viewBox="0 0 1440 760"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <linearGradient id="curvas" gradientUnits="userSpaceOnUse" x1="120" x2="640" y1="0" y2="0">
        <stop className="contours-far" offset="0" />
        <stop className="contours-near" offset="1" />
      </linearGradient>
      <circle className="contours-sun" cx="752" cy="168" r="64" />
      <g className="contours-lines" fill="none">
        {LINES.map((y) => (
          <path
            key={y}
            pathLength="1"
            d={`M-2000 ${y - 232} L-80 ${y - 136} C 0 ${y - 132} 70 ${y - 127} 150 ${y - 120} C 370 ${y - 100} 560 ${y + 270} 752 ${y + 270} S 1010 ${y - 100} 1500 ${y - 170} L2300 ${y - 284}`}
          />
        ))}
      </g>
    </svg>
  );
}
