import { Contours } from './contours.tsx';
import { Simulator } from './simulator.tsx';

const BADGES = [
  ['100% Digital', 'Abra e use a conta sem sair de casa'],
  ['IA Integrada', 'Análise de crédito automática e explicada'],
  ['Segurança Total', 'Autenticação com CPF/CNPJ'],
  ['Suporte Dedicado', 'Gente de verdade, de segunda a sexta'],
] as const;

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
      <div className="wide badges-frame">
        <ul className="card badges">
          {BADGES.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
