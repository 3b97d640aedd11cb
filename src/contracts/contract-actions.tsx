import { Button } from '@chakra-ui/react';
import { FileDown, PenLine } from 'lucide-react';
import type { RouterOutputs } from '../trpc.ts';
import { LinkButton } from '../ui/links.tsx';

export type Contract = RouterOutputs['contract']['list'][number];

type ContractActionsProps = {
  contract: Pick<Contract, 'id' | 'title' | 'status'>;
  /** Null in the list, which does not show the text: the contract is opened before it is signed. */
  onSign: (() => void) | null;
};

export function ContractActions({ contract, onSign }: ContractActionsProps) {
  if (contract.status === 'pending_signature' && onSign === null) {
    return (
      <LinkButton
        to="/client/contracts"
        search={(now) => ({ ...now, contrato: contract.id })}
        aria-label={`Ler e assinar ${contract.title}`}
      >
        <PenLine size={18} aria-hidden />
        Ler e assinar
      </LinkButton>
    );
  }
  if (contract.status === 'pending_signature' && onSign !== null) {
    return (
      <Button onClick={onSign} aria-haspopup="dialog">
        <PenLine size={18} aria-hidden />
        Solicitar assinatura
      </Button>
    );
  }
  if (contract.status !== 'signed') return null;
  return (
    <Button asChild variant="outline">
      <a
        href={`/api/contracts/${encodeURIComponent(contract.id)}/pdf`}
        target="_blank"
        rel="noreferrer"
        aria-label={`Baixar PDF de ${contract.title}, em nova aba`}
      >
        <FileDown size={18} aria-hidden />
        Baixar PDF
      </a>
    </Button>
  );
}
