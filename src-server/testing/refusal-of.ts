import { toAnswer } from '#server/kernel/refusals';

/** What a refused call is answered with: status, code, message, fields, seconds to wait. Throws when the call succeeds. */
export async function refusalOf(call: Promise<unknown>) {
  const outcome = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ('answer' in outcome) throw new Error(`not refused: ${JSON.stringify(outcome.answer)}`);
  // `messages` is what `error` says, once more as a list.
  const { body, messages: _messages, ...rest } = toAnswer(outcome.error);
  return { ...rest, ...body };
}

/** The code of a refused call. */
export const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
