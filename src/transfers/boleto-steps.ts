/** The steps after the first. */
export type BoletoSteps = Awaited<ReturnType<typeof fetchBoletoSteps>>;

/** Fetches both before the second opens: a slip that was paid must have its receipt even if the network is gone by then. */
export async function fetchBoletoSteps() {
  const [{ BoletoCheck }, { BoletoReceipt }] = await Promise.all([
    import('./boleto-check.tsx'),
    import('./boleto-receipt.tsx'),
  ]);
  return { BoletoCheck, BoletoReceipt };
}
