import { describe, expect, test } from 'vitest';
import { outcomeOf, smtpOptions } from './smtp.ts';

describe('what SMTP_URL says', () => {
  test.each([
    [
      'smtps://banco:s%40nha@mail.example',
      { host: 'mail.example', port: 465, secure: true, requireTLS: false },
    ],
    ['smtps://mail.example:10465', { port: 10465, secure: true }],
    ['smtp://banco:senha@mail.example', { port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtp://mail.example:25', { port: 25, secure: false, requireTLS: false, ignoreTLS: false }],
    ['smtp://banco:senha@127.0.0.1:1025', { secure: false, requireTLS: false, ignoreTLS: true }],
    ['smtp://[::1]:1025', { host: '::1', ignoreTLS: true }],
    ['smtp://localhost.mail.example', { ignoreTLS: false }],
  ])('SMTP_URL %s gives its mail server options', (url, expected) => {
    expect(smtpOptions(url, { isProduction: false })).toMatchObject(expected);
  });

  test.each([
    ['smtp://mail.example:25', { requireTLS: true, ignoreTLS: false }],
    ['smtp://banco:senha@mail.example', { requireTLS: true, ignoreTLS: false }],
    ['smtps://mail.example', { secure: true }],
    ['smtp://127.0.0.1:25', { requireTLS: false, ignoreTLS: true }],
  ])('in production SMTP_URL %s leaves this machine by TLS only', (url, expected) => {
    expect(smtpOptions(url, { isProduction: true })).toMatchObject(expected);
  });

  test('name and password of SMTP_URL are decoded, and certificate checks cannot be turned off', () => {
    const url = 'smtps://banco%40vale:s%2Fenha@mail.example?tls.rejectUnauthorized=false';
    const options = smtpOptions(url, { isProduction: true });
    expect(options.auth).toEqual({ user: 'banco@vale', pass: 's/enha' });
    expect(options).not.toHaveProperty('tls');
    expect(smtpOptions('smtp://mail.example', { isProduction: true })).not.toHaveProperty('auth');
  });
});

describe('why a message was not sent', () => {
  test.each([
    ['an unreachable server', { code: 'ESOCKET', command: 'CONN', syscall: 'connect' }, 'unreachable'],
    ['an unknown host', { code: 'EDNS', command: 'CONN' }, 'unreachable'],
    ['a refused login', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'unreachable'],
    ['a refused sender', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 }, 'unreachable'],
    ['a refused recipient', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'refused'],
    ['a recipient refused for now', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }, 'failed'],
    ['a refused message', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'refused'],
    ['a message refused for now', { code: 'EMESSAGE', command: 'DATA', responseCode: 451 }, 'failed'],
    [
      'a server that closes the connection',
      { code: 'ECONNECTION', command: 'CONN', responseCode: 421 },
      'failed',
    ],
    ['a timeout', { code: 'ETIMEDOUT', command: 'CONN' }, 'failed'],
    ['an unknown error', {}, 'failed'],
  ] as const)('the delivery outcome of %s is $2', (_case, error, expected) => {
    expect(outcomeOf(Object.assign(new Error('no'), error))).toBe(expected);
  });
});
