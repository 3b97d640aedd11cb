import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { fetchFile } from '../fetch.ts';
import { saveFile } from './save-file.ts';
import { toast, toastError } from './toast.ts';

type FileButtonProps = Omit<ButtonProps, 'onClick' | 'loading'> & {
  /** Where the file is, and what it shall be called. */
  path: string;
  fileName: string;
  /** What could not be done: "Não foi possível baixar o PDF". */
  failure: string;
  /** What is said when it is saved; nothing where the browser's own word is enough. */
  saved?: { title: string; description: string };
  children: ReactNode;
};

const NO_ANSWER = 'O ValeBank não respondeu. Verifique sua conexão e tente de novo.';

/** Fetches one small file and saves it; a failure is told, and the button stays where it is. */
export function FileButton({ path, fileName, failure, saved, children, ...button }: FileButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const file = await fetchFile([path]);
      if (!file) return;
      saveFile(new File([file], fileName, { type: file.type }));
      if (saved) toast(saved);
    } catch (error) {
      toastError(failure, error, NO_ANSWER);
    } finally {
      setBusy(false);
    }
  }

  // Not disabled while it is fetched: a disabled button would drop the focus.
  return (
    <Button variant="outline" {...button} aria-busy={isBusy} onClick={() => !isBusy && void save()}>
      {children}
    </Button>
  );
}
