import { Button, type ButtonProps } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { fetchFile } from '../fetch.ts';
import { saveFile } from './save-file.ts';
import { NO_ANSWER } from './server-error.ts';
import { toast, toastError } from './toast.ts';

type FileButtonProps = Omit<ButtonProps, 'onClick' | 'loading'> & {
  path: string;
  fileName: string;
  failure: string;
  /** Message after saving; without it, only the browser reports the download. */
  saved?: { title: string; description: string };
  children: ReactNode;
};

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

  // Not disabled while downloading: a disabled button would lose focus.
  return (
    <Button variant="outline" {...button} aria-busy={isBusy} onClick={() => !isBusy && void save()}>
      {children}
    </Button>
  );
}
