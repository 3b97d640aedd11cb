import { Badge, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Pencil, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { deviceMs, formatDay, formatMoment } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { Failure } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { useRegisterDevice } from './use-register-device.ts';

const EndDeviceDialog = part('EndDeviceDialog', () => import('./end-device-dialog.tsx'));
const RenameDialog = part('RenameDialog', () => import('./rename-dialog.tsx'));

type Device = RouterOutputs['auth']['devices']['list'][number];

export function DevicesCard() {
  const devices = trpc.auth.devices.list.useQuery();
  const isRegistered = devices.data?.some(({ current }) => current) ?? true;
  return (
    <SectionCard
      title="Aparelhos registrados"
      description="De um aparelho registrado você paga até os seus limites. De qualquer outro, só valores baixos."
    >
      {!isRegistered && <RegisterThis />}
      <Fetched
        query={devices}
        failure="Não foi possível carregar os aparelhos"
        skeleton={<RowsSkeleton rows={1} label="Carregando os aparelhos…" />}
      >
        {(all) =>
          all.length === 0 ? (
            <Text color="fg.muted">Nenhum aparelho registrado.</Text>
          ) : (
            <chakra.ul listStyle="none" margin="0" padding="0">
              {all.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
    </SectionCard>
  );
}

function RegisterThis() {
  const { register, isPending, error } = useRegisterDevice();
  return (
    <>
      <Flex align="center" gap="3" wrap="wrap">
        <Button variant="outline" loading={isPending} loadingText="Registrando…" onClick={register}>
          <ShieldCheck size={18} aria-hidden />
          Registrar este aparelho
        </Button>
        <Text color="fg.muted" textStyle="sm">
          Vale por inteiro depois de 24 horas. Se já foi registrado antes, as outras sessões dele são
          encerradas, e pagamentos reservados ou em análise que elas pediram voltam para a sua conta.
        </Text>
      </Flex>
      <Failure role="alert" of={{ error, isPending }} fallback="Não foi possível registrar este aparelho" />
    </>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { name, createdAt, lastUsedAt, trustedFrom, current } = device;
  const [asking, setAsking] = useState<'rename' | 'end' | null>(null);
  const close = () => setAsking(null);
  const isYoung = Date.parse(trustedFrom) > deviceMs();
  return (
    <ListRow
      action={
        <Flex gap="2">
          <Button
            variant="ghost"
            minHeight="11"
            aria-label={`Renomear ${name}`}
            aria-haspopup="dialog"
            onClick={() => setAsking('rename')}
          >
            <Pencil size={18} aria-hidden />
          </Button>
          <Button
            variant="outline"
            minHeight="11"
            aria-label={`Encerrar ${name}`}
            aria-haspopup="dialog"
            onClick={() => setAsking('end')}
          >
            Encerrar
          </Button>
        </Flex>
      }
    >
      <Flex align="center" gap="2" wrap="wrap">
        <Text fontWeight="600">{name}</Text>
        {current && <Badge colorPalette="positive">Este aparelho</Badge>}
      </Flex>
      <Text color="fg.muted" textStyle="sm" className="num">
        Desde {formatDay(createdAt)} · último uso em {formatMoment(lastUsedAt)}
      </Text>
      {isYoung && (
        <Text textStyle="sm" className="num">
          Vale por inteiro a partir de {formatMoment(trustedFrom)}
        </Text>
      )}
      {asking === 'rename' && <RenameDialog device={device} onClose={close} />}
      {asking === 'end' && <EndDeviceDialog device={device} onClose={close} />}
    </ListRow>
  );
}
