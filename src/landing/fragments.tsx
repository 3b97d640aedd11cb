import { formatBrl } from '#domain/money';
import { exampleYield } from './example-yield.ts';

const YIELD_BOX = { left: 6, top: 22, width: 220, height: 86 };

const svg = { viewBox: '0 0 240 120', className: 'fragment' } as const;

export function StatementFragment() {
  const rows = [
    ['Padaria do Vale', '− 18,90'],
    ['Salário', '+ 5.400,00'],
    ['Pix para Ana', '− 120,00'],
  ] as const;
  return (
    <svg {...svg} aria-hidden="true" focusable="false">
      {rows.map(([name, amount], row) => (
        <g key={name} transform={`translate(0 ${row * 38})`}>
          <circle className="f-soft" cx="18" cy="22" r="13" />
          <text className="f-text" x="42" y="27">
            {name}
          </text>
          <text className={amount.startsWith('+') ? 'f-in' : 'f-text'} x="236" y="27" textAnchor="end">
            {amount}
          </text>
        </g>
      ))}
    </svg>
  );
}

export function InstalmentFragment() {
  const around = 2 * Math.PI * 40;
  return (
    <svg {...svg} aria-hidden="true" focusable="false">
      <circle className="f-track" cx="58" cy="60" r="40" fill="none" strokeWidth="12" />
      <circle
        className="f-ring"
        cx="58"
        cy="60"
        r="40"
        fill="none"
        strokeWidth="12"
        strokeLinecap="round"
        strokeDasharray={`${around * 0.58} ${around}`}
        transform="rotate(-90 58 60)"
      />
      <text className="f-strong" x="58" y="66" textAnchor="middle">
        7/12
      </text>
      <text className="f-mute" x="124" y="48">
        Próxima parcela
      </text>
      <text className="f-big" x="124" y="78">
        R$ 945,60
      </text>
    </svg>
  );
}

export function YieldFragment() {
  const { curve, amountCents, netCents, days } = exampleYield(YIELD_BOX);
  const [x, y] = curve.at(-1) ?? [0, 0];
  const line = curve.map((place) => place.join(' ')).join('L');
  return (
    <svg {...svg} aria-hidden="true" focusable="false">
      <path className="f-area" d={`M${line}V112H6z`} />
      <path className="f-line" d={`M${line}`} fill="none" strokeWidth="4" />
      <circle className="f-sun" cx={x} cy={y} r="9" />
      <text className="f-mute" x="0" y="16">
        {formatBrl(amountCents)} em {days} dias
      </text>
      <text className="f-big" x="0" y="44">
        {formatBrl(netCents)}
      </text>
    </svg>
  );
}

export function CodeFragment() {
  return (
    <svg {...svg} aria-hidden="true" focusable="false">
      {[...'K7P2WX'].map((letter, place) => (
        <g key={letter} transform={`translate(${place * 40} 26)`}>
          <rect className="f-box" x="1" y="1" width="34" height="46" rx="8" strokeWidth="2" />
          <text className="f-mono" x="18" y="32" textAnchor="middle">
            {letter}
          </text>
        </g>
      ))}
      <text className="f-mute" x="0" y="104">
        Enviado para o seu e-mail
      </text>
    </svg>
  );
}

export function BalanceFragment() {
  return (
    <svg {...svg} aria-hidden="true" focusable="false">
      <text className="f-mute" x="0" y="30">
        Saldo total
      </text>
      <text className="f-huge" x="0" y="70">
        R$ 8.412,07
      </text>
      <path className="f-eye" d="M196 24q17-16 34 0q-17 16-34 0z" fill="none" strokeWidth="3" />
      <circle className="f-eye-ball" cx="213" cy="24" r="4.500" />
      <rect className="f-soft" x="0" y="92" width="240" height="10" rx="5" />
      <rect className="f-bar" x="0" y="92" width="150" height="10" rx="5" />
    </svg>
  );
}

export function SealFragment() {
  return (
    <svg {...svg} aria-hidden="true" focusable="false">
      <path className="f-seal" d="M60 12l38 14v30c0 26-16 44-38 54c-22-10-38-28-38-54V26z" strokeWidth="4" />
      <path
        className="f-tick"
        d="M42 60l13 14l26-30"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {[30, 56, 82].map((y, row) => (
        <rect key={y} className="f-soft" x="124" y={y} width={[112, 84, 98][row]} height="12" rx="6" />
      ))}
    </svg>
  );
}
