import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { trpc } from '../trpc.ts';
import { Notice } from '../ui/notice.tsx';

export function TwoFactorNotice() {
  const router = useRouter();
  const status = trpc.auth.twoFactor.status.useQuery();
  const isOn = status.data?.enabled === true;

  // The cached user dates from before two-factor was enabled.
  useEffect(() => {
    if (isOn) void router.invalidate();
  }, [isOn, router]);

  return (
    <Notice
      role="status"
      status="warning"
      borderRadius="0"
      paddingInline={{ base: '4', md: '6' }}
      title="Ative a autenticação de dois fatores para continuar"
    >
      O banco exige um segundo fator de quem administra. As outras telas abrem assim que o seu estiver ativo.
    </Notice>
  );
}
