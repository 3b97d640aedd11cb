import { formatBrl } from '#domain/money';
import { MAX_SIMULATED_REAIS, MIN_SIMULATED_REAIS, SIMULATED_TERMS, simulate } from './simulation.ts';

const START = { reais: 10_000, termMonths: 24 };

/** Prerendered with its first result; its script loads on first interaction (`landing.ts`). */
export function Simulator() {
  const answer = simulate(START.reais, START.termMonths);
  return (
    <form className="card simulator" id="simulador" aria-labelledby="simulador-titulo">
      <h2 id="simulador-titulo">Simule seu crédito</h2>
      <label htmlFor="simulador-valor">Quanto você precisa?</label>
      <div className="simulator-amount">
        <span aria-hidden="true">R$</span>
        <input
          id="simulador-valor"
          name="reais"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          defaultValue={START.reais.toLocaleString('pt-BR')}
          aria-describedby="simulador-limites"
        />
      </div>
      <input
        type="range"
        name="reaisRange"
        aria-label="Quanto você precisa, em reais"
        min={MIN_SIMULATED_REAIS}
        max={MAX_SIMULATED_REAIS}
        step={500}
        defaultValue={START.reais}
      />
      <p className="hint" id="simulador-limites">
        De R$ 500 a R$ 100.000
      </p>
      <fieldset>
        <legend>Em quantas parcelas?</legend>
        {SIMULATED_TERMS.map((term) => (
          <label key={term} className="chip">
            <input type="radio" name="termMonths" value={term} defaultChecked={term === START.termMonths} />
            <span>{term}×</span>
          </label>
        ))}
      </fieldset>
      <output className="simulator-answer" htmlFor="simulador-valor" aria-live="polite">
        <span className="simulator-label">Parcela estimada</span>
        <strong className="simulator-instalment" data-answer="instalment">
          {formatBrl(answer.instalmentCents)}
        </strong>
        <span className="simulator-rest">
          <span>
            Total <b data-answer="total">{formatBrl(answer.totalCents)}</b>
          </span>
          <span>
            Juros <b data-answer="interest">{formatBrl(answer.interestCents)}</b>
          </span>
        </span>
      </output>
      <p className="hint">
        Tabela Price a <b>{answer.ratePercent.replace('.', ',')}% ao mês</b>, sem IOF. A taxa final, o IOF e o
        CET aparecem na proposta, depois da análise.
      </p>
    </form>
  );
}
