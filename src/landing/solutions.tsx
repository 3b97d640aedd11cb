import type { ReactNode } from 'react';
import {
  BalanceFragment,
  CodeFragment,
  InstalmentFragment,
  SealFragment,
  StatementFragment,
  YieldFragment,
} from './fragments.tsx';

const SOLUTIONS: { id?: string; title: string; text: string; picture: ReactNode }[] = [
  {
    title: 'Conta digital',
    text: 'Extrato, transferências e Pix em uma conta sem papel, com comprovante para cada movimento.',
    picture: <StatementFragment />,
  },
  {
    title: 'Crédito',
    text: 'Pessoal ou empresarial, com análise automática por IA que explica os motivos e pode ser revista por uma pessoa.',
    picture: <InstalmentFragment />,
  },
  {
    title: 'Investimentos',
    text: 'Prazos diferentes, rendimento e imposto à vista antes de aplicar, e resgate quando você precisar.',
    picture: <YieldFragment />,
  },
  {
    title: 'Contratos digitais',
    text: 'Leia, assine com um código de uso único e guarde o PDF com a prova da assinatura.',
    picture: <CodeFragment />,
  },
  {
    title: 'Painel completo',
    text: 'Saldo, créditos ativos, investimentos e histórico em uma só tela, no celular ou no computador.',
    picture: <BalanceFragment />,
  },
  {
    id: 'seguranca',
    title: 'Segurança',
    text: 'Todas as operações passam por auditoria, e os seus dados são tratados conforme a LGPD.',
    picture: <SealFragment />,
  },
];

export function Solutions() {
  return (
    <section className="solutions wide" id="solucoes" aria-labelledby="solucoes-titulo">
      <h2 id="solucoes-titulo">O que cabe no vale</h2>
      <p className="lead">Seis peças que funcionam juntas, para você e para a sua empresa.</p>
      <ul className="terraces">
        {SOLUTIONS.map(({ id, title, text, picture }) => (
          <li key={title} id={id} className="card terrace">
            {picture}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
