import { useEffect, useState } from 'react';
import { isOriginal } from '#domain/document/compare';
import { Notice } from '../ui/notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { sha256OfFile } from './file-hash.ts';

type Outcome = { fileName: string; result: 'original' | 'different' | 'unread' };

const TEXTS = {
  original: {
    status: 'success',
    title: 'Este arquivo é o original',
    text: 'é igual, byte por byte, ao documento que o banco fez.',
  },
  different: {
    status: 'error',
    title: 'Este arquivo NÃO é o original',
    text: 'é diferente do documento que o banco fez. Não confie nele: peça o original a quem o enviou, ou confira aqui os dados acima.',
  },
  unread: {
    status: 'warning',
    title: 'Não foi possível ler o arquivo',
    text: 'não pôde ser aberto neste navegador. Tente de novo ou escolha outro arquivo.',
  },
} as const;

/** Hashes the file in the browser; it is not uploaded. */
export function CompareFile({ sha256, file }: { sha256: string; file?: File | undefined }) {
  const [chosen, setChosen] = useState(file);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    if (!chosen) return;
    let isCurrent = true;
    setOutcome(null);
    const show = (result: Outcome['result']) => isCurrent && setOutcome({ fileName: chosen.name, result });
    sha256OfFile(chosen).then(
      (hash) => show(isOriginal(hash, sha256) ? 'original' : 'different'),
      () => show('unread'),
    );
    return () => {
      isCurrent = false;
    };
  }, [chosen, sha256]);

  return (
    <DropZone
      title="Compare o seu arquivo"
      text="Solte aqui o PDF que você recebeu. Ele é comparado neste aparelho e não é enviado a ninguém."
      onFile={setChosen}
    >
      {outcome && <OutcomeAlert {...outcome} />}
    </DropZone>
  );
}

function OutcomeAlert({ fileName, result }: Outcome) {
  const { status, title, text } = TEXTS[result];
  return (
    <Notice status={status} title={title}>
      {fileName} {text}
    </Notice>
  );
}
