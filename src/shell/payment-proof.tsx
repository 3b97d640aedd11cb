import { Button, Link, Text } from '@chakra-ui/react';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { type Factor, FactorBox, isFilled, NO_FACTOR } from '../shared-security/factor-box.tsx';
import { DialogButtons } from '../ui/dialog-frame.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Notice } from '../ui/notice.tsx';
import type { PaymentRequest } from '../ui/proof-request.ts';
import { CodeForm, Problem, type ProofProps } from './payment-code-form.tsx';
import { EmailProof } from './payment-email-proof.tsx';
import { type Confirmation, useProving } from './use-proving.ts';

type PaymentProofProps = { of: Confirmation; request: PaymentRequest; onStale: () => void };

/** `onStale`: the customer's way to confirm has changed. */
export function PaymentProof({ of, request, onStale }: PaymentProofProps) {
  const proving = useProving(of, request, onStale);
  const [way] = of.ways;
  if (way === 'passkey') return <PasskeyProof proving={proving} />;
  if (way === 'app') return <AppProof proving={proving} />;
  if (way === 'email') return <EmailProof of={of} proving={proving} />;
  return <NoWay request={request} />;
}

function PasskeyProof({ proving: { pending, problem, signAndProve, cancel } }: ProofProps) {
  const button = useFocusBack(pending);
  return (
    <>
      <Problem>{problem}</Problem>
      <DialogButtons>
        <Button variant="outline" onClick={cancel} disabled={pending}>
          Voltar
        </Button>
        <Button ref={button} loading={pending} loadingText="Siga no aparelho…" onClick={signAndProve}>
          <Fingerprint size={18} aria-hidden />
          Confirmar com a chave de acesso
        </Button>
      </DialogButtons>
    </>
  );
}

function AppProof({ proving }: ProofProps) {
  const [factor, setFactor] = useState<Factor>(NO_FACTOR);
  return (
    <CodeForm
      proving={proving}
      isReady={isFilled(factor)}
      onSubmit={() => proving.prove({ code: factor.code.trim() })}
    >
      <FactorBox
        factor={factor}
        error={proving.wrongCode}
        onChange={(next) => {
          setFactor(next);
          proving.forget();
        }}
      />
    </CodeForm>
  );
}

/** Opened in another tab, so that the payment stays on screen. */
function NoWay({ request: { answer } }: Pick<PaymentProofProps, 'request'>) {
  return (
    <>
      <Notice status="warning" title="Você ainda não tem como confirmar este valor">
        <Text>
          Ative o aplicativo autenticador ou crie uma chave de acesso em{' '}
          <Link href="/client/seguranca" target="_blank" variant="underline">
            Segurança (abre outra aba)
          </Link>
          : eles confirmam pagamentos 24 horas depois. Então volte aqui e peça de novo. Um código por e-mail
          só confirma valores baixos, até um total em 24 horas.
        </Text>
      </Notice>
      <DialogButtons>
        <Button variant="outline" onClick={() => answer(false)}>
          Voltar
        </Button>
        <Button onClick={() => answer(true)}>Pedir de novo</Button>
      </DialogButtons>
    </>
  );
}
