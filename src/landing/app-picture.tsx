const SLOPES = [
  'M-60 -40C60 -30 100 300 240 300S420 -30 820 -100',
  'M-60 20C66 30 104 345 240 345S414 30 820 -40',
  'M-60 85C72 95 108 390 240 390S408 95 820 25',
  'M-60 155C78 165 112 436 240 436S402 165 820 95',
  'M-60 230C84 240 116 484 240 484S396 240 820 170',
  'M-60 310C90 320 120 534 240 534S390 320 820 250',
  'M-60 395C96 405 124 586 240 586S384 405 820 335',
  'M-60 485C102 495 128 640 240 640S378 495 820 425',
];

const SHORTCUTS: [string, string][] = [
  ['Pix', 'M0-7l7 7l-7 7l-7-7z'],
  ['Transferir', 'M-7 0h13M1-5l5 5l-5 5'],
  ['Boleto', 'M-7-6v12M-3-6v12M2-6v12M7-6v12'],
  ['Investir', 'M-7 6l5-7l4 3l5-8'],
];

export function AppPicture() {
  return (
    <svg
      className="app-picture"
      viewBox="0 0 760 640"
      preserveAspectRatio="xMaxYMid slice"
      role="img"
      aria-label="Aplicativo ValeBank no celular: saldo, atalhos, gráfico de investimento e últimas movimentações"
    >
      <circle className="p-sun" cx="240" cy="196" r="78" />
      <g className="p-slopes">
        {SLOPES.map((slope) => (
          <path key={slope} d={slope} />
        ))}
      </g>
      <rect x="408" y="36" width="286" height="572" rx="42" fill="#07110f" />
      <clipPath id="tela">
        <rect x="416" y="44" width="270" height="556" rx="34" />
      </clipPath>
      <g clipPath="url(#tela)">
        <path d="M416 44h270v556h-270z" fill="#f2f5f4" />
        <path d="M416 44h270v196h-270z" fill="#0b4f4a" />
        <g className="p-slopes">
          <path d="M406 80C466 90 496 230 551 230S636 90 696 80" />
          <path d="M406 110C461 120 491 256 551 256S641 120 696 110" />
          <path d="M406 50C471 60 501 205 551 205S631 60 696 50" />
        </g>
        <Balance />
        <Shortcuts />
        <Investment />
        <Movements />
      </g>
    </svg>
  );
}

function Balance() {
  return (
    <>
      <circle className="p-sun" cx="450" cy="86" r="16" />
      <text className="p-strong" x="450" y="91.500" fontSize="15" textAnchor="middle">
        J
      </text>
      <text className="p-light" x="476" y="91" fontSize="15">
        Olá, Joana
      </text>
      <text className="p-pale" x="436" y="142" fontSize="13">
        Saldo disponível
      </text>
      <text className="p-light p-amount" x="436" y="177" fontSize="33">
        R$ 8.412,07
      </text>
      <text className="p-pale" x="436" y="204" fontSize="13">
        + R$ 312,40 neste mês
      </text>
    </>
  );
}

function Shortcuts() {
  return (
    <g transform="translate(434 222)">
      <rect className="p-panel" width="234" height="68" rx="16" />
      {SHORTCUTS.map(([name, icon], place) => (
        <g key={name} transform={`translate(${33 + place * 56} 26)`}>
          <circle r="15" fill="#dcebe8" />
          <path className="p-icon" d={icon} />
          <text className="p-mute" y="32" fontSize="11" textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
    </g>
  );
}

function Investment() {
  return (
    <g transform="translate(434 302)">
      <rect className="p-panel" width="234" height="128" rx="16" />
      <text className="p-strong" x="16" y="28" fontSize="14">
        Meu investimento
      </text>
      <text className="p-mute" x="16" y="46" fontSize="12">
        rendeu R$ 486,20
      </text>
      <path d="M16 106C50 102 70 100 98 90S160 78 176 62S208 46 218 38V114H16z" fill="#dcebe8" />
      <path className="p-curve" d="M16 106C50 102 70 100 98 90S160 78 176 62S208 46 218 38" />
      <circle cx="218" cy="38" r="6" fill="#c2367f" />
    </g>
  );
}

function Movements() {
  return (
    <>
      <g transform="translate(434 442)">
        <rect className="p-panel" width="234" height="64" rx="16" />
        <circle cx="32" cy="32" r="15" fill="#fbe4ef" />
        <path className="p-tick" d="M26 32l4 4l8-9" />
        <text className="p-strong" x="58" y="29" fontSize="14">
          Parcela 7 de 12
        </text>
        <text className="p-mute" x="58" y="46" fontSize="12">
          Paga · R$ 945,60
        </text>
      </g>
      <g transform="translate(434 518)">
        <rect className="p-panel" width="234" height="64" rx="16" />
        <circle cx="32" cy="32" r="15" fill="#dcebe8" />
        <path className="p-icon" d="M26 38l11-11M29 27h8v8" />
        <text className="p-strong" x="58" y="29" fontSize="14">
          Pix para Ana
        </text>
        <text className="p-mute" x="58" y="46" fontSize="12">
          Hoje · R$ 120,00
        </text>
      </g>
    </>
  );
}
