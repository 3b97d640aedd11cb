/** The steps after the first. */
export type LaterSteps = Awaited<ReturnType<typeof fetchLaterSteps>>;

/**
 * Fetches the steps after the first, both before the second opens: money that was sent must have its receipt even if the
 * network is gone by then. Fails when they cannot be fetched.
 */
export async function fetchLaterSteps() {
  const [{ TransferCheck }, { OrderReceipt }] = await Promise.all([
    import('./transfer-check.tsx'),
    import('./order-receipt.tsx'),
  ]);
  return { TransferCheck, OrderReceipt };
}
