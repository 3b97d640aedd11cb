import { z } from 'zod';
import { CONTACT_CODE } from '#domain/limits';

export const CONTACT_CHANNELS = ['email', 'phone'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

const channelSchema = z.enum(CONTACT_CHANNELS, { error: 'Contato desconhecido' });
const CODE_ERROR = `O código tem ${CONTACT_CODE.length} números`;

export const requestContactCodeSchema = z.object({ channel: channelSchema });

/** Spaces in the code are ignored. */
export const contactCodeSchema = z
  .string({ error: CODE_ERROR })
  .max(20, { error: CODE_ERROR })
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: CODE_ERROR }));

export const confirmContactSchema = z.object({ channel: channelSchema, code: contactCodeSchema });
export type ConfirmContactInput = z.output<typeof confirmContactSchema>;
