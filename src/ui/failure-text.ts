import { httpStatusOf, messageOf, NO_ANSWER, serverErrorOf } from './server-error.ts';

/** The server's message, with the waiting time if given. */
export function failureText(error: unknown, fallback: string): string {
  if (httpStatusOf(error) === null && serverErrorOf(error) === null) return NO_ANSWER;
  const message = messageOf(error, fallback);
  const seconds = serverErrorOf(error)?.retryAfterSeconds;
  if (seconds === undefined) return message;
  return `${message.trimEnd().replace(/\.$/, '')}. Tempo de espera: ${waitText(seconds)}.`;
}

/** From two minutes on whole minutes, rounded up so that the wait is never understated. */
export function waitText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole === 1) return '1 segundo';
  if (whole < 120) return `${whole} segundos`;
  return `${Math.ceil(whole / 60)} minutos`;
}
