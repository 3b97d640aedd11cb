import { Wordmark } from './wordmark.tsx';

const ANCHORS = [
  ['#solucoes', 'Soluções'],
  ['#como-funciona', 'Como funciona'],
  ['#seguranca', 'Segurança'],
  ['#contato', 'Contato'],
] as const;

/** `landing.ts` adds the class `scrolled` after 50 px. */
export function Header() {
  return (
    <header className="header" id="topo">
      <a className="skip" href="#conteudo">
        Ir para o conteúdo
      </a>
      <div className="wide header-row">
        <a className="header-brand" href="#topo" aria-label="ValeBank, início">
          <Wordmark />
        </a>
        <nav className="header-nav" aria-label="Nesta página">
          {ANCHORS.map(([href, label]) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </nav>
        <a className="button header-enter" href="/login">
          Acessar Conta
        </a>
      </div>
    </header>
  );
}
