import type { Tables } from '#db/schema';
import { DUMMY_HASH } from '#server/auth/password';
import { newId } from '#server/kernel/id';

type UserRow = Tables['users']['$inferInsert'];

export function userRow(given: Partial<UserRow> & Pick<UserRow, 'createdAt'>): UserRow {
  const id = newId();
  return {
    id,
    role: 'cliente',
    fullName: `Pessoa ${id.slice(-6)}`,
    username: id,
    email: `${id}@correio.example`,
    phone: '11987654321',
    cpf: given.cnpj ? null : id.replaceAll('-', '').slice(-11),
    birthDate: '1990-01-31',
    occupation: 'Professora',
    monthlyIncomeCents: 500_000,
    street: 'Rua das Flores',
    number: '10',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09710000',
    passwordHash: DUMMY_HASH,
    isActive: true,
    emailConfirmedAt: given.createdAt,
    phoneConfirmedAt: given.createdAt,
    ...given,
  };
}
