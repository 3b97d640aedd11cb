import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '../trpc.ts';
import { type PricedDraft, simulationOf } from './draft.ts';

const PAUSE_MS = 300;

export function useSimulation({ amount, termMonths, collateral, collateralAnoFabricacao }: PricedDraft) {
  const [asked, setAsked] = useState(() =>
    simulationOf({ amount, termMonths, collateral, collateralAnoFabricacao }),
  );
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    setWaiting(true);
    const timer = setTimeout(() => {
      setAsked(simulationOf({ amount, termMonths, collateral, collateralAnoFabricacao }));
      setWaiting(false);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [amount, termMonths, collateral, collateralAnoFabricacao]);
  const query = trpc.credit.simulate.useQuery(asked ?? { amount: 0, termMonths: 1 }, {
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // The price depends on the customer, the parameters and the day.
    staleTime: 0,
  });
  return {
    query,
    isAsked: asked !== null,
    /** The shown simulation belongs to an earlier draft. */
    isOld: isWaiting || query.isPlaceholderData,
  };
}
