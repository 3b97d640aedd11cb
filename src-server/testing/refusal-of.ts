import { toAnswer } from '#server/kernel/to-answer';

/** Status, code, message, fields and seconds to wait of a refused call. Throws when it succeeds. */
export async function refusalOf(call: Promise<unknown>) {
  const outcome = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ('answer' in outcome) throw new Error(`not refused: ${JSON.stringify(outcome.answer)}`);
  // `messages` repeats `error` as a list.
  const { body, messages: _messages, ...rest } = toAnswer(outcome.error);
  return { ...rest, ...body };
}

export const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

/** 'done' for a call that succeeds. */
export const settledCodes = (calls: readonly Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'done',
        (error) => codeOf(Promise.reject(error)),
      ),
    ),
  );
