import { z } from 'zod';
import { listSchema } from '#domain/list-schema';
import { idSchema, limitSchema, MAX_PAGE_SIZE } from '#domain/page';

/** `cursor` is the last id of the previous page. */
export const notificationListSchema = z
  .object({ limit: limitSchema, cursor: idSchema.optional() })
  .prefault({});
export type NotificationListInput = z.output<typeof notificationListSchema>;

/** Without `ids`, marks all as read. */
export const readNotificationsSchema = z
  .object({
    ids: listSchema(idSchema, MAX_PAGE_SIZE, {
      error: 'Lista de notificações inválida',
      tooMany: `Marque no máximo ${MAX_PAGE_SIZE} notificações por vez`,
    }).optional(),
  })
  .prefault({});
export type ReadNotificationsInput = z.output<typeof readNotificationsSchema>;
