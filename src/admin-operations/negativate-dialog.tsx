import { Alert, Button, Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { toast, toastError } from '../ui/toast.ts';
import type { Operation } from './operation-card.tsx';

const FAILURE = 'Não foi possível negativar o cliente. Tente novamente.';

type NegativateDialogProps = { operation: Operation; onClose: () => void };

export function NegativateDialog({ operation, onClose }: NegativateDialogProps) {
  const { id, user, purpose, overdueInstallments } = operation;
  const invalidate = useInvalidate();
  const negativation = trpc.credit.operations.negativate.useMutation({
    onSuccess: async () => {
      toast({ title: 'Cliente negativado', description: user.fullName });
      await invalidate('administration');
      onClose();
    },
    onError: (error) => {
      toastError('Erro ao negativar', error, FAILURE);
      // It may have been paid, or done by a colleague, meanwhile.
      void invalidate('administration');
    },
  });
  const button = useFocusBack(negativation.isPending);
  return (
    <DialogFrame
      title="Negativar cliente"
      role="alertdialog"
      locked={negativation.isPending}
      onClose={onClose}
    >
      <Text>
        <strong>{user.fullName}</strong> tem{' '}
        {overdueInstallments === 1 ? 'uma parcela vencida' : `${overdueInstallments} parcelas vencidas`} de “
        {purpose}”.
      </Text>
      <Text>
        A operação fica Negativada até que nenhuma parcela esteja vencida. O cliente recebe um e-mail e um
        aviso no portal, e o ato fica na auditoria.
      </Text>
      <div role="alert">
        {negativation.isError && !negativation.isPending && (
          <Alert.Root status="error">
            <Alert.Indicator />
            <Alert.Title>{failureText(negativation.error, FAILURE)}</Alert.Title>
          </Alert.Root>
        )}
      </div>
      <DialogButtons>
        <Button variant="outline" onClick={onClose} disabled={negativation.isPending}>
          Cancelar
        </Button>
        <Button
          ref={button}
          colorPalette="negative"
          loading={negativation.isPending}
          loadingText="Negativando…"
          onClick={() => negativation.mutate({ id })}
        >
          Negativar {user.fullName}
        </Button>
      </DialogButtons>
    </DialogFrame>
  );
}
