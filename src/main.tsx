import './fonts.css';
import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { system } from './theme.ts';
import { queryClient, trpc, trpcClient } from './trpc.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('no #root');

createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </trpc.Provider>
    </ChakraProvider>
  </StrictMode>,
);
