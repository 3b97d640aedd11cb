import { expect, it } from 'vitest';
import { searchOf } from '#domain/places';
import { CATALOGUE } from './catalogue.ts';

it('a message about a customer links to the list of people, searched for that customer', () => {
  const about = { fullName: 'Rita Cássia', username: 'rita.cassia', title: 'PIX recebido', text: 'R$ 1' };
  for (const { place } of [CATALOGUE.new_client(about), CATALOGUE.closed_customer(about)]) {
    const { pathname, searchParams } = new URL(place ?? '', 'https://vale.example');
    expect(pathname).toBe('/admin/users');
    expect(searchOf('/admin/users', Object.fromEntries(searchParams))).toEqual({ busca: 'rita.cassia' });
  }
});
