const STEPS = [
  ['Abra sua conta', 'Com CPF ou CNPJ e uma senha. Leva cinco passos e nenhum papel.'],
  ['Acesse o painel', 'Saldo, parcelas e investimentos em uma tela só.'],
  ['Faça suas operações', 'Transfira, peça crédito, invista e assine contratos de onde estiver.'],
] as const;

export function Steps() {
  return (
    <section className="steps" id="como-funciona" aria-labelledby="como-funciona-titulo">
      <div className="wide">
        <h2 id="como-funciona-titulo">Como funciona</h2>
        <div className="steps-slope">
          <svg
            className="steps-line"
            viewBox="0 0 1200 220"
            preserveAspectRatio="none"
            aria-hidden="true"
            focusable="false"
          >
            <path
              d="M0 28C150 28 240 36 400 84S660 122 800 150S1060 196 1200 196"
              fill="none"
              strokeWidth="3"
            />
          </svg>
          <ol>
            {STEPS.map(([title, text], index) => (
              <li key={title}>
                <span className="steps-number" aria-hidden="true">
                  {index + 1}
                </span>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
