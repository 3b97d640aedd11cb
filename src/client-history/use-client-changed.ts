import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { toast } from '../ui/toast.ts';

type Client = RouterOutputs['admin']['users']['get'];

/** Shows the changed record of a customer, who is told unless the relation is closed, and closes the dialog. */
export function useClientChanged(title: string, onClose: () => void): (client: Client) => Promise<void> {
  const invalidate = useInvalidate();
  const utils = trpc.useUtils();
  return async (client) => {
    toast({ title, ...(client.closedAt === null && { description: 'O cliente é avisado' }) });
    utils.admin.users.get.setData({ id: client.id }, client);
    await invalidate('administration');
    onClose();
  };
}
