import { Button, Card, Heading } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** Boletos, once they can be paid. */
export function BoletoTab() {
  return (
    <Card.Root maxWidth="40rem">
      <Card.Body padding={{ base: '4', md: '6' }}>
        <Heading as="h2" size="xl">
          Pagar boleto
        </Heading>
        <EmptyState
          level="h3"
          title="Em breve"
          description="Aqui você vai conferir e pagar boletos com o saldo da sua conta."
          action={
            <Button asChild variant="outline">
              <Link to="/client/dashboard">Voltar ao Dashboard</Link>
            </Button>
          }
        />
      </Card.Body>
    </Card.Root>
  );
}
