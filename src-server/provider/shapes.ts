import { z } from 'zod';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import { REVIEWS } from '#domain/pix/words';
import { decimalSchema, idSchema as id, isTrue, nullableName, nullableText, textList } from './fields.ts';

/** Answers of the Asaas API v3: money as cents, absent as null. An answer with a third decimal is unreadable. */

export const createdAccountSchema = z.object({ id, walletId: id, apiKey: id });
/** A new sub-account; its key appears only here. */
export type CreatedAccount = z.output<typeof createdAccountSchema>;

export const foundAccountSchema = z.object({ id, walletId: id, cpfCnpj: nullableText, email: nullableText });
export type FoundAccount = z.output<typeof foundAccountSchema>;

export const walletsSchema = z.object({ data: z.tuple([z.object({ id })], z.unknown()) });

export const accessTokenSchema = z.object({ apiKey: id });

const review = z.enum(REVIEWS);
export const accountStatusSchema = z.object({
  commercialInfo: review,
  bankAccountInfo: review,
  documentation: review,
  general: review,
});

export const DOCUMENT_STATUSES = ['NOT_SENT', 'PENDING', 'APPROVED', 'REJECTED', 'IGNORED'] as const;

export const documentsSchema = z
  .object({
    rejectReasons: textList,
    data: z.array(
      z.object({
        id,
        status: z.enum(DOCUMENT_STATUSES),
        type: z.string(),
        title: nullableText,
        description: nullableText,
        onboardingUrl: nullableText,
        /** Files already sent. */
        documents: z.array(z.unknown()).nullish(),
      }),
    ),
  })
  .transform(({ rejectReasons, data }) => ({
    rejectReasons,
    documents: data.map(({ documents, ...document }) => ({ ...document, fileCount: documents?.length ?? 0 })),
  }));
/** Documents that the provider asks for, and why it rejected some. */
export type AccountDocuments = z.output<typeof documentsSchema>;

export const sentDocumentSchema = z.object({ id, status: z.enum(DOCUMENT_STATUSES).nullish() });

export const balanceSchema = z
  .object({ balance: decimalSchema })
  .transform(({ balance }) => ({ balanceCents: balance }));

export const pixKeySchema = z.object({
  id,
  /** Null while a random key is being made. */
  key: nullableText,
  type: z.enum(PIX_KEY_TYPES),
  status: z.string(),
});
/** Receives only with status ACTIVE. */
export type ProviderKey = z.output<typeof pixKeySchema>;

export const keyOwnerSchema = z
  .object({
    ispbName: nullableName,
    financialInstitution: z.object({ name: nullableName }).nullish(),
    owner: z.object({ name: nullableName, cpfCnpj: nullableText }).nullish(),
  })
  .transform(({ ispbName, financialInstitution, owner }) => ({
    name: owner?.name ?? null,
    /** A CPF is masked. */
    document: owner?.cpfCnpj ?? null,
    institution: financialInstitution?.name ?? ispbName,
  }));
export type KeyOwner = z.output<typeof keyOwnerSchema>;

export const staticQrSchema = z
  .object({ id, encodedImage: z.string(), payload: z.string().min(1) })
  .transform(({ encodedImage, ...rest }) => ({
    ...rest,
    /** PNG in base64, without `data:`. */
    image: encodedImage.replace(/^data:[^,]*,/, ''),
  }));

export const webhookSchema = z.object({
  id,
  url: z.string(),
  enabled: z
    .boolean()
    .nullish()
    .transform((is) => is ?? true),
  interrupted: isTrue,
  events: textList,
});

/** `authToken` comes with each delivery. `email`: the provider writes there when our URL does not answer. */
export type NewWebhook = { url: string; authToken: string; events: readonly string[]; email: string };

/** `cpfCnpj`, `mobilePhone` and `postalCode` are digits; `companyType` only for companies. */
export type NewAccount = {
  name: string;
  email: string;
  cpfCnpj: string;
  birthDate: string | null;
  companyType: 'MEI' | 'LIMITED' | 'INDIVIDUAL' | 'ASSOCIATION' | null;
  mobilePhone: string;
  incomeCents: number;
  address: string;
  addressNumber: string;
  complement: string | null;
  province: string;
  postalCode: string;
  webhooks: readonly NewWebhook[];
};

export type DocumentFile = { type: string; name: string; mime: string; bytes: Uint8Array<ArrayBuffer> };
