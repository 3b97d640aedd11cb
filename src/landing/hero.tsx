import { Simulator } from './simulator.tsx';

const BADGES = [
  ['100% Digital', 'Abra e use a conta sem sair de casa'],
  ['IA Integrada', 'Análise de crédito automática e explicada'],
  ['Segurança Total', 'Autenticação com CPF/CNPJ'],
  ['Suporte Dedicado', 'Gente de verdade, de segunda a sexta'],
] as const;

/** The first screen: what the bank is, two ways in, and a simulator in place of a stock picture. */
export function Hero() {
  return (
    <section className="hero" aria-labelledby="titulo">
      <Contours />
      <div className="wide hero-grid">
        <div>
          <h1 id="titulo">Do outro lado do vale, o seu dinheiro rende.</h1>
          <p className="hero-lead">
            Conta digital, Pix, crédito e investimentos para pessoas e empresas. Tudo em um só lugar, com o
            custo de cada operação à vista antes de você confirmar.
          </p>
          <p className="hero-actions">
            <a className="button button-pink" href="/login?tab=cadastrar">
              Abrir minha conta
            </a>
            <a className="button button-ghost" href="/login">
              Acessar Conta
            </a>
          </p>
        </div>
        <Simulator />
      </div>
      <ul className="wide badges">
        {BADGES.map(([name, text]) => (
          <li key={name}>
            <strong>{name}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Contour lines that fall into a V, with the sun in its notch; they draw themselves once. */
function Contours() {
  const lines = [0, 60, 125, 195, 270, 350, 435, 525];
  return (
    <svg
      className="contours"
      viewBox="0 0 1440 760"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <circle className="contours-sun" cx="752" cy="168" r="64" />
      <g className="contours-lines" fill="none" strokeWidth="2">
        {lines.map((y) => (
          <path
            key={y}
            pathLength="1"
            d={`M150 ${y - 120} C 370 ${y - 100} 560 ${y + 270} 752 ${y + 270} S 1010 ${y - 100} 1500 ${y - 170}`}
          />
        ))}
      </g>
    </svg>
  );
}
