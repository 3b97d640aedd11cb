import { useMutation } from '@tanstack/react-query';
import { useInvalidate } from '../invalidation.ts';
import { keepDevice, newDeviceKey } from '../shared-security/device-key.ts';
import { trpc } from '../trpc.ts';
import { toast } from '../ui/toast.ts';

/** Registers this browser as a device: its key is made and kept here. */
export function useRegisterDevice() {
  const invalidate = useInvalidate();
  const { data: me } = trpc.auth.me.useQuery();
  const sending = trpc.auth.devices.register.useMutation();
  const registration = useMutation({
    mutationFn: async () => {
      if (!me?.sessionId) throw new Error('no session');
      const { keys, sent } = await newDeviceKey(me.sessionId);
      const device = await sending.mutateAsync(sent);
      await keepDevice(me.user.id, { deviceId: device.id, keys });
    },
    onSuccess: () =>
      toast({ title: 'Aparelho registrado', description: 'Ele vale por inteiro depois de 24 horas' }),
    onSettled: () => invalidate('credentials'),
  });
  const { mutate, isPending, error } = registration;
  return { register: () => mutate(), isPending, error };
}
