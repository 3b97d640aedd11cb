const DAY = 24 * 3600;

/** Of codes that confirm an e-mail or telephone. The bank pays each SMS. */
export const CONTACT_CODE_LIMITS = {
  contactCode: { max: 1, windowSeconds: 60 }, // codes per user
  contactCodeDay: { max: 10, windowSeconds: DAY },
  contactCodeTo: { max: 5, windowSeconds: DAY }, // codes of one user per phone or e-mail
  contactCodeToAll: { max: 20, windowSeconds: DAY }, // of all users; higher, so that others do not use up the owner's share
  smsOfNetwork: { max: 40, windowSeconds: DAY }, // to all customers of an IPv4 address or /56
  smsToNew: { max: 1_000, windowSeconds: DAY }, // to all customers of less than a day
  smsToAll: { max: 4_000, windowSeconds: DAY }, // to all customers
  // Of these, to customers who had as many as `smsLately` says: the rest is for all others.
  smsOften: { max: 2_000, windowSeconds: DAY },
  smsLately: { max: 3, windowSeconds: 30 * DAY }, // per customer; refuses nobody. Long, or a stock of accounts would have few each day
} as const satisfies Record<string, { max: number; windowSeconds: number }>;

export const CONTACT_CODE_LABELS: Record<keyof typeof CONTACT_CODE_LIMITS, string> = {
  contactCode: 'Códigos de contato por usuário',
  contactCodeDay: 'Códigos de contato por usuário e dia',
  contactCodeTo: 'Códigos de um usuário por telefone ou e-mail',
  contactCodeToAll: 'Códigos de todos por telefone ou e-mail',
  smsOfNetwork: 'SMS por rede (um endereço IPv4 ou IPv6 /56)',
  smsToNew: 'SMS a todos os clientes com conta aberta há menos de um dia',
  smsToAll: 'SMS a todos os clientes',
  smsOften: 'SMS a clientes que já receberam vários',
  smsLately: 'SMS por cliente da parte de quem recebeu poucos',
};
