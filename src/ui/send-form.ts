import { RequestError } from '../fetch.ts';

/**
 * `onProgress` receives the percentage sent, which `fetch` cannot report. Returns unvalidated JSON.
 * Throws RequestError, or a plain Error without an answer.
 */
export function sendForm(
  path: string,
  form: FormData,
  onProgress: (percent: number) => void,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onerror = () => reject(new Error('no answer'));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const answer = parsed(responseText);
      if (status < 400 && answer !== null) resolve(answer);
      else reject(new RequestError(status, responseText || statusText, answer));
    };
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
